/** Routes without a file of the same name in a release. In a path, `:id` is the last segment. */
interface Route {
  from: string;
  to: string;
}

/** Paths of the specification, and earlier paths of pages, that redirect permanently to another path. */
export const aliases: readonly Route[] = [
  { from: '/history', to: '/shop/products/history' },
  { from: '/history/:id', to: '/shop/products/history/:id' },
  { from: '/cart', to: '/shop/cart' },
  { from: '/users', to: '/admin/users' },
  { from: '/uploads', to: '/admin/uploads' },
  { from: '/edit_article/:id', to: '/admin/blog/edit/:id' },
  { from: '/create_product', to: '/admin/shop/create_product' },
  { from: '/products', to: '/shop/products' },
  { from: '/category', to: '/admin/shop/categories' },
  { from: '/client', to: '/profile' },
  { from: '/gamecorner/game/31', to: '/gamecorner/game/9' },
  { from: '/stop-mails', to: '/unsubscribe-notifications' },
];

/** Built pages that serve many paths: the page reads its own path. */
export const shells: readonly Route[] = [
  { from: '/admin/blog/edit/:id', to: '/admin/blog/edit' },
  { from: '/admin/shop/edit_product/:id', to: '/admin/shop/edit_product' },
  { from: '/admin/shop/orders/:id', to: '/admin/shop/orders/order' },
  { from: '/member/:id', to: '/member' },
  { from: '/shop/products/history/:id', to: '/shop/products/history/order' },
];

/** Error pages for missing paths in a folder; 404.html serves all others. The first match counts. */
export const missingPages: readonly { folder: string; page: string }[] = [
  { folder: '/gamecorner/game/', page: '/gamecorner/no-such-game' },
  { folder: '/gamecorner/', page: '/gamecorner/no-such-page' },
  { folder: '/blog/', page: '/no-such-article' },
];

const ID = '/:id';

/** Returns the route's path without its ID, or null if it has none. */
export const folderOfIds = ({ from }: Route): string | null =>
  from.endsWith(ID) ? from.slice(0, -ID.length) : null;

/** Returns the target of a route for a path, or null if the path is another one. */
function follow(route: Route, path: string): string | null {
  const folder = folderOfIds(route);
  if (folder === null) return path === route.from ? route.to : null;
  const id = path.slice(folder.length + 1);
  const matches = path.startsWith(`${folder}/`) && id !== '' && !id.includes('/');
  return matches ? route.to.replace(ID, () => `/${id}`) : null;
}

const routeTarget = (routes: readonly Route[], path: string): string | null =>
  routes.map((route) => follow(route, path)).find((target) => target !== null) ?? null;

/** Returns the target of an alias, or null. @param path not decoded */
export const findAlias = (path: string): string | null => routeTarget(aliases, path);

/** Returns the path of the built page that serves `path`. */
export const findShell = (path: string): string => routeTarget(shells, path) ?? path;

/** Returns the error page for a missing path, or null for 404.html. */
export const findMissingPage = (path: string): string | null =>
  missingPages.find(({ folder }) => path.startsWith(folder))?.page ?? null;

/**
 * Returns the page for a path without a file on a static host, with the requested path after `#`, or null for
 * 404.html. @param path not decoded
 */
export function findFallback(path: string): string | null {
  const alias = findAlias(path);
  if (alias) return alias;
  const shell = findShell(path);
  const page = shell === path ? findMissingPage(path) : shell;
  return page && `${page}#${path}`;
}

/**
 * Returns the path of a page without trailing slashes and without `index.html`; '/' for the home page.
 * Takes linear time for any path.
 */
export function withoutIndex(path: string): string {
  const bare = withoutTrailingSlashes(path);
  return withoutTrailingSlashes(bare.endsWith('/index.html') ? bare.slice(0, -11) : bare) || '/';
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** File of a release that lists the pages of the build: a BuiltPage[]. */
export const PAGE_LIST_PATH = '/page-list.json';

/** A page of the build with its own URL, unlike shells and error pages. */
export interface BuiltPage {
  path: string;
  title: string;
  /** False if the page has `noindex`. */
  listed: boolean;
}
