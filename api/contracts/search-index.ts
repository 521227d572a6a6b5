/** What browsers need of searching at run time. No zod, which would weigh more than the search. */

/** Characters of a search: fewer would find everything, more is no search. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;

/** Pages of the code that are found by what they say; each says so itself, see docs/add-a-page.md. */
export const builtKinds = ['case-study', 'game'] as const;
export type BuiltKind = (typeof builtKinds)[number];

/** What can be found. */
export const searchKinds = ['article', 'product', ...builtKinds] as const;
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
  /** Tags; the category of a product, technologies of a case study, genre and makers of a game. */
  g: string[];
  /** Headings. */
  h: string[];
}
