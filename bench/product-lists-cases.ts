/** Occurs in the title of some of the products. */
export const searchedTitle = 'parts 77';

/** Calls that are measured, and the bare route that does the same. */
export const cases = [
  { name: 'first load', path: '/api/products?limit=9', bare: '/first-load' },
  { name: 'fourth load', path: '/api/products?limit=36', bare: '/fourth-load' },
  {
    name: 'cheapest of a category',
    path: '/api/products?limit=9&sort=price&category=Books',
    bare: '/category',
  },
  {
    name: 'title search',
    path: `/api/products?limit=9&title[regex]=${encodeURIComponent(searchedTitle)}`,
    bare: '/title',
  },
] as const;
