import { beacon } from './beacon.ts';

/**
 * Tells the site's own counter which page is read, and again when its address changes. Nothing is
 * kept in the browser. docs/decisions/0004-counting.md says what becomes of it.
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
