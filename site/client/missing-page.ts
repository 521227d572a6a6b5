/** Shows the text of a missing page, which an application page keeps below its island, and suggests pages. */
export async function showMissingPage(): Promise<void> {
  const missing = document.getElementById('missing');
  if (!missing) return;
  // Without scripts, a page for everybody shows another text in its place.
  if (missing instanceof HTMLTemplateElement) missing.replaceWith(missing.content);
  else missing.classList.remove('without-script');
  const { offerClosestPages } = await import('./show-closest-pages.ts');
  await offerClosestPages(document, location.pathname);
}
