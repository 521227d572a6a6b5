import { beacon } from './beacon.ts';

/**
 * Reports the page to the counter of the site, and again when its URL changes. Stores nothing in the
 * browser: docs/decisions/0004-page-views.md.
 */
export function startCounting(): void {
  let last = '';
  let referrer = document.referrer;
  const count = () => {
    const { pathname: path, search: query } = location;
    if (last === path + query) return;
    last = path + query;
    beacon('/api/views', { path, query, referrer });
    referrer = '';
  };
  // A page that is drawn ahead counts when somebody looks at it.
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', count, { once: true });
  else count();
  const moves = window.navigation;
  if (moves) moves.addEventListener('currententrychange', count);
  else addEventListener('popstate', count);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    last = '';
    count();
  });
}
