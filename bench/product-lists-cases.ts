/** Part of the titles of some products. */
export const searchedTitle = 'parts 77';

/** Measured calls with their equivalent bare routes. */
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
