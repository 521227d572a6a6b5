/** Opens the search with `/`, Ctrl+K or Cmd+K by clicking the first search button. */
export function startSearchKeys(): void {
  document.addEventListener('keydown', (event) => {
    const hasModifier = event.ctrlKey || event.metaKey;
    const isShortcut = hasModifier
      ? event.key.toLowerCase() === 'k' && !event.altKey && !event.shiftKey
      : event.key === '/' && !isTyping(event.composedPath()[0]);
    if (!isShortcut || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('[data-search]')?.click();
  });
}

function isTyping(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
