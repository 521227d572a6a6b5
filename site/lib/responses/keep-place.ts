/** So far from its beginning a list still counts as being read from there, in pixels. */
export const AT_TOP_PX = 40;

/** Whether somebody reads further down, or is writing: then nothing may come between. */
export function isElsewhere(body: HTMLElement): boolean {
  const { activeElement } = document;
  const writes = activeElement instanceof HTMLTextAreaElement && body.contains(activeElement);
  return writes || body.scrollTop > AT_TOP_PX;
}

/** Changes the list without moving what is read or written, wherever the change happens. */
export function keepPlace(body: HTMLElement, change: () => void): void {
  const anchor = isElsewhere(body) ? anchorOf(body) : undefined;
  const before = anchor?.getBoundingClientRect().top ?? 0;
  change();
  if (anchor?.isConnected) body.scrollTop += anchor.getBoundingClientRect().top - before;
}

/** What has the focus, where it can be seen, or else the first response that can. */
function anchorOf(body: HTMLElement): Element | undefined {
  const view = body.getBoundingClientRect();
  const isSeen = (part: Element) => {
    const { top, bottom } = part.getBoundingClientRect();
    return bottom > view.top && top < view.bottom;
  };
  const focused = document.activeElement;
  if (focused && focused !== body && body.contains(focused) && isSeen(focused)) return focused;
  return [...body.querySelectorAll('.response__one')].find(isSeen);
}
