import { findFallback, withoutIndex } from '#contracts/site-routes.ts';

/**
 * Opens the page that serves the requested path if a static host shows 404.html in its place.
 * @returns false if the page does not exist
 */
export function openFallback(): boolean {
  const target = findFallback(location.pathname);
  if (target === null) return false;
  location.replace(target + location.search + location.hash);
  return true;
}

/** Replaces the path of a fallback page in the URL with the requested path, which is in the hash. */
export function restoreRequestedPath(): void {
  const requestedPath = location.hash.slice(1);
  if (!requestedPath.startsWith('/') || !URL.canParse(requestedPath, location.origin)) return;
  const { pathname, search, hash } = new URL(requestedPath, location.origin);
  if (findFallback(pathname) !== `${withoutIndex(location.pathname)}#${pathname}`) return;
  history.replaceState(history.state, '', pathname + search + hash);
}
