/**
 * Calls `follow` now and whenever Back, Forward or a link to a part of the page changes the URL. The first call
 * is needed because the URL may have changed before the page or the island started to listen.
 * @returns a function that removes the listener
 */
export function followUrl(follow: () => void): () => void {
  addEventListener('popstate', follow);
  follow();
  return () => removeEventListener('popstate', follow);
}
