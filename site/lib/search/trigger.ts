/** What every page carries of the search: what opens it. The rest is fetched on first use. */
export function startSearch(): void {
  const open = () =>
    import('./dialog.ts')
      .then((dialog) => dialog.openSearch())
      .catch(() => alert('The search could not be fetched. Please try again in a moment.'));
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest?.('[data-search]')) open();
  });
  document.addEventListener('keydown', (event) => {
    const combined = event.ctrlKey || event.metaKey;
    const wanted = combined
      ? event.key.toLowerCase() === 'k' && !event.altKey && !event.shiftKey
      : event.key === '/' && !isTyping(event.composedPath()[0]);
    if (!wanted || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    open();
  });
}

function isTyping(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
