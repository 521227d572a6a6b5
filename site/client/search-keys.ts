/** Opens the search with `/`, Ctrl+K or Cmd+K: presses the first button that does so. */
export function startSearchKeys(): void {
  document.addEventListener('keydown', (event) => {
    const combined = event.ctrlKey || event.metaKey;
    const wanted = combined
      ? event.key.toLowerCase() === 'k' && !event.altKey && !event.shiftKey
      : event.key === '/' && !isTyping(event.composedPath()[0]);
    if (!wanted || event.defaultPrevented || document.querySelector('dialog[open]')) return;
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
