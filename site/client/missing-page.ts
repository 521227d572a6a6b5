/** Shows the text of a missing page, which an application page keeps below its island, and suggests pages. */
export async function showMissingPage(): Promise<void> {
  const missing = document.getElementById('missing');
  if (!missing) return;
  missing.classList.remove('without-script');
  const { offerClosestPages } = await import('../lib/not-found/start.ts');
  await offerClosestPages(missing, location.pathname);
}
