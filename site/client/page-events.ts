/** Handles clicks on the elements of a selector, also on those that come later. */
export function onClick(
  selector: string,
  handle: (control: HTMLElement, event: Event) => unknown,
): void {
  addEventListener('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>(selector);
    if (control) handle(control, event);
  });
}

/** Milliseconds after which the work starts even if the browser is not idle. */
const TIMEOUT_MS = 200;

export function whenIdle(work: () => unknown): void {
  // Safari has no idle callbacks; its timer ignores the options.
  const schedule: typeof requestIdleCallback = window.requestIdleCallback ?? setTimeout;
  schedule(work, { timeout: TIMEOUT_MS });
}

/**
 * Calls `follow` now and whenever Back, Forward or a link to a part of the page changes the URL. The first call
 * is needed because the URL may have changed before the page or the island started to listen. It has no event.
 * @returns a function that removes the listener
 */
export function followUrl(follow: (event?: Event) => void): () => void {
  addEventListener('popstate', follow);
  follow();
  return () => removeEventListener('popstate', follow);
}
