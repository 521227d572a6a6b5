/** Comments of one call, replies not counted: as the panel asks for them. */
export const COMMENTS_ASKED_FOR = 20;

/** Calls that are measured; each has a bare route that does the same. */
export const cases = [
  { name: 'most relevant of 50,000', article: 'crowded', sort: 'relevant' },
  { name: 'most recent of 50,000', article: 'crowded', sort: 'recent' },
  { name: 'an article like others', article: 'quiet', sort: 'relevant' },
] as const;
