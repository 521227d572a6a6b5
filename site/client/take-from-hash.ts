/** Error for a link that lost its token on the way. */
export const INCOMPLETE_LINK =
  'This link is incomplete. Please open it from the email again, or ask for a new one.';

/**
 * Returns a value that a link carries behind `#`, where no server log sees it. It leaves the address
 * bar, so that it does not stay in the history of the browser.
 */
export function takeFromHash(name: string): string {
  const value = new URLSearchParams(location.hash.slice(1)).get(name) ?? '';
  if (value) history.replaceState(history.state, '', location.pathname + location.search);
  return value;
}
