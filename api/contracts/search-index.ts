/** Limits, types and word form of the search for browsers. Without zod, which would be larger than the search. */

/** Shortest and longest search in characters. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;
/** Characters of a title search in a list of articles or products, as documented; further ones are ignored. */
export const TITLE_SEARCH_MAX = 20;

/** Kinds of built pages that the search includes. Each page declares its kind, see docs/add-a-page.md. */
export const builtKinds = ['case-study', 'game'] as const;
export type BuiltKind = (typeof builtKinds)[number];

/** Kinds of results. */
export const searchKinds = ['article', 'product', ...builtKinds] as const;
export type SearchKind = (typeof searchKinds)[number];

/** First file of the static index, which is used if the API is unavailable: a SearchIndexList. */
export const SEARCH_INDEX_PATH = '/search-index.json';

/** Folds a text as in the index: lower case, without accents. */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

/** Files of the static index, each with an array of SearchIndexEntry. */
export interface SearchIndexList {
  shards: string[];
}

/** One entry of the index. Field names are short, because there are thousands of entries. */
export interface SearchIndexEntry {
  /** Kind; an article if missing. */
  k?: SearchKind;
  /** URL without origin. */
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
