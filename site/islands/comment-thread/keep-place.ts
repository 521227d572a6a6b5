import { flushSync } from 'react-dom';

/** Scroll position in pixels up to which a list counts as read from its top. */
export const AT_TOP_PX = 40;

/** True if the visitor reads further down or is writing, so that nothing may be inserted at the top. */
export function isElsewhere(body: HTMLElement): boolean {
  const { activeElement } = document;
  const isWriting = activeElement instanceof HTMLTextAreaElement && body.contains(activeElement);
  return isWriting || body.scrollTop > AT_TOP_PX;
}

/** Changes the list without moving what the visitor reads or writes. */
export function keepPlace(body: HTMLElement, change: () => void): void {
  const anchor = isElsewhere(body) ? anchorOf(body) : undefined;
  const before = anchor?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  if (anchor?.isConnected) body.scrollTop += anchor.getBoundingClientRect().top - before;
}

/** Returns the focused element if it is in view, else the first comment in view. */
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
