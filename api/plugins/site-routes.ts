/** Addresses of the documentation that are other names for a route, with `*` for one segment. */
const aliases: [RegExp, (match: RegExpExecArray) => string][] = [
  [/^\/history$/, () => '/shop/products/history'],
  [/^\/history\/([^/]+)$/, ([, id]) => `/shop/products/history/${id}`],
  [/^\/cart$/, () => '/shop/cart'],
  [/^\/users$/, () => '/admin/users'],
  [/^\/uploads$/, () => '/admin/uploads'],
  [/^\/edit_article\/([^/]+)$/, ([, id]) => `/admin/blog/edit/${id}`],
  [/^\/create_product$/, () => '/admin/shop/create_product'],
  [/^\/products$/, () => '/shop/products'],
  [/^\/category$/, () => '/admin/shop/categories'],
  [/^\/client$/, () => '/profile'],
  [/^\/gamecorner\/game\/31$/, () => '/gamecorner/game/9'],
];

/** Where an alias leads for good, or null. `path` is not decoded. */
export function findAlias(path: string): string | null {
  for (const [pattern, target] of aliases) {
    const match = pattern.exec(path);
    if (match) return target(match);
  }
  return null;
}

/** Built pages that stand for many addresses: the page reads its own address. */
const shells: [RegExp, string][] = [
  [/^\/admin\/blog\/edit\/[^/]+$/, '/admin/blog/edit'],
  [/^\/admin\/shop\/edit_product\/[^/]+$/, '/admin/shop/edit_product'],
  [/^\/admin\/shop\/orders\/[^/]+$/, '/admin/shop/orders/order'],
  [/^\/member\/[^/]+$/, '/member'],
  [/^\/shop\/products\/history\/[^/]+$/, '/shop/products/history/order'],
];

/** The page that answers for `path`. */
export function findShell(path: string): string {
  return shells.find(([pattern]) => pattern.test(path))?.[1] ?? path;
}

/** Built pages that say what is missing, by the addresses they answer for; 404.html for all others. */
const missing: [RegExp, string][] = [
  [/^\/gamecorner\/game\//, 'gamecorner/no-such-game/index.html'],
  [/^\/gamecorner\//, 'gamecorner/no-such-page/index.html'],
  [/^\/blog\//, 'no-such-article/index.html'],
];

/** File of a release that says that nothing is at `path`. */
export function findMissingPage(path: string): string {
  return missing.find(([pattern]) => pattern.test(path))?.[1] ?? '404.html';
}
