/** Part of the titles of some sample articles. */
export const searchedTitle = 'article 77';

/** Measured calls with their equivalent bare routes. */
export const cases = [
  { name: 'limit 3', path: '/api/articles?limit=3', bare: '/limit-3' },
  { name: 'limit 9', path: '/api/articles?limit=9', bare: '/limit-9' },
  {
    name: 'title search',
    path: `/api/articles?title=${encodeURIComponent(searchedTitle)}`,
    bare: '/title',
  },
] as const;
