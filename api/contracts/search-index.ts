/** What browsers need of searching at run time. No zod, which would weigh more than the search. */

/** Characters of a search: fewer would find everything, more is no search. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;

/** What can be found. Case studies and games join with kinds of their own. */
export const searchKinds = ['article', 'product'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Where the static index begins, for when the API does not answer: a SearchIndexList. */
export const SEARCH_INDEX_PATH = '/search-index.json';

/** The files that hold the static index, each an array of SearchIndexEntry. */
export interface SearchIndexList {
  shards: string[];
}

/** One thing to find; short names, since there are thousands. */
export interface SearchIndexEntry {
  /** Kind; an article if there is none. */
  k?: SearchKind;
  /** Address without origin. */
  p: string;
  /** Title. */
  t: string;
  /** Description. */
  d: string;
  /** Tags; the category of a product. */
  g: string[];
  /** Headings. */
  h: string[];
}
