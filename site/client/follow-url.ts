/**
 * Calls `follow` now, and when Back, Forward or a link to a part of the page changes the URL. A slow browser may have
 * gone back before a page or an island listens, so that the URL is read again then.
 * @returns a function that stops it
 */
export function followUrl(follow: () => void): () => void {
  addEventListener('popstate', follow);
  follow();
  return () => removeEventListener('popstate', follow);
}
