/** Shows the text for missing pages, which is hidden below the island of an application page, and suggests pages. */
export async function showMissingPage(): Promise<void> {
  const missing = document.getElementById('missing');
  if (!missing) return;
  // Public pages show another text without JavaScript, so this one is in a template.
  if (missing instanceof HTMLTemplateElement) missing.replaceWith(missing.content);
  else missing.classList.remove('without-script');
  const { showClosestPages } = await import('./show-closest-pages.ts');
  await showClosestPages(document, location.pathname);
}
