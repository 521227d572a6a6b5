/** Comments of one call without replies, as the comments panel requests them. */
export const COMMENTS_ASKED_FOR = 20;

/** Measured calls; each has an equivalent bare route. */
export const cases = [
  { name: 'most relevant of 50,000', article: 'crowded', sort: 'relevant' },
  { name: 'most recent of 50,000', article: 'crowded', sort: 'recent' },
  { name: 'an article like others', article: 'quiet', sort: 'relevant' },
] as const;
