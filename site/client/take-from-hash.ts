/** Error message for a link without its token. */
export const INCOMPLETE_LINK =
  'This link is incomplete. Please open it from the email again, or ask for a new one.';

/**
 * Returns a value of the URL's hash, which servers do not log, and removes the hash, so that the value does
 * not stay in the history of the browser.
 */
export function takeFromHash(name: string): string {
  const value = new URLSearchParams(location.hash.slice(1)).get(name) ?? '';
  if (value) history.replaceState(history.state, '', location.pathname + location.search);
  return value;
}
