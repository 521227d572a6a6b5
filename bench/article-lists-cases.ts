/** Occurs in the title of some of the sample articles. */
export const searchedTitle = 'article 77';

/** Calls that are measured, and the bare route that does the same. */
export const cases = [
  { name: 'limit 3', path: '/api/articles?limit=3', bare: '/limit-3' },
  { name: 'limit 9', path: '/api/articles?limit=9', bare: '/limit-9' },
  {
    name: 'title search',
    path: `/api/articles?title=${encodeURIComponent(searchedTitle)}`,
    bare: '/title',
  },
] as const;
