import { withoutIndex } from '#contracts/page-path.ts';
import { findFallback } from '#contracts/site-routes.ts';

/**
 * Opens the page that serves the wanted path, if the host only has files and shows 404.html instead.
 * @returns false if the page does not exist
 */
export function openFallback(): boolean {
  const target = findFallback(location.pathname);
  if (target === null) return false;
  location.replace(target + location.search + location.hash);
  return true;
}

/** Shows the path that a visitor wanted in place of the path of the page that serves it. */
export function restoreWantedPath(): void {
  const wanted = location.hash.slice(1);
  if (!wanted.startsWith('/') || !URL.canParse(wanted, location.origin)) return;
  const { pathname, search, hash } = new URL(wanted, location.origin);
  if (findFallback(pathname) !== `${withoutIndex(location.pathname)}#${pathname}`) return;
  history.replaceState(history.state, '', pathname + search + hash);
}
