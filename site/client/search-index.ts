/** Searches the published index of titles, descriptions, tags and headings, without the API. */
import type { MarkedText, SearchResponse, SearchResult } from '#contracts/search.ts';
import {
  SEARCH_INDEX_PATH,
  type SearchIndexEntry,
  type SearchIndexList,
} from '#contracts/search-index.ts';

const RESULTS_MAX = 10;
/** What a word counts, by where it stands. */
const WEIGHTS = { title: 10, tags: 5, description: 5, headings: 3 };

let index: Promise<SearchIndexEntry[]> | undefined;

function readIndex(): Promise<SearchIndexEntry[]> {
  index ??= loadIndex().catch((error) => {
    // The next search tries again.
    index = undefined;
    throw error;
  });
  return index;
}

/** As the API's search, with beginnings of words instead of whole ones and no guesses. */
export async function findInIndex(query: string, signal: AbortSignal): Promise<SearchResponse> {
  const entries = await readIndex();
  signal.throwIfAborted();
  return searchEntries(entries, query);
}

/** Articles whose title contains the text, upper and lower case being the same; newest first. */
export async function findTitlesInIndex(
  text: string,
  limit: number,
): Promise<{ path: string; title: string }[]> {
  const wanted = text.toLowerCase();
  const found = (await readIndex()).filter(
    (entry) => (entry.k ?? 'article') === 'article' && entry.t.toLowerCase().includes(wanted),
  );
  return found.slice(0, limit).map((entry) => ({ path: encodeURI(entry.p), title: entry.t }));
}

async function loadIndex(): Promise<SearchIndexEntry[]> {
  const { shards } = await fetchJson<SearchIndexList>(SEARCH_INDEX_PATH);
  const parts = await Promise.all(shards.map((path) => fetchJson<SearchIndexEntry[]>(path)));
  // Newest first among equals: later files hold later articles.
  return parts.flat().reverse();
}

async function fetchJson<Content>(path: string): Promise<Content> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json();
}

/** Entries that have all the words of `query`, best first. */
export function searchEntries(entries: SearchIndexEntry[], query: string): SearchResponse {
  const words = wordsIn(query).map(fold);
  const found: { entry: SearchIndexEntry; weight: number }[] = [];
  for (const entry of words.length > 0 ? entries : []) {
    const weight = weigh(entry, words);
    if (weight > 0) found.push({ entry, weight });
  }
  found.sort((one, other) => other.weight - one.weight);
  return {
    results: found.slice(0, RESULTS_MAX).map(({ entry }) => toResult(entry, words)),
    more: found.length > RESULTS_MAX,
    corrected: null,
  };
}

/** Zero unless every word is somewhere. */
function weigh(entry: SearchIndexEntry, words: string[]): number {
  const places: [string, number][] = [
    [entry.t, WEIGHTS.title],
    [entry.g.join(' '), WEIGHTS.tags],
    [entry.d, WEIGHTS.description],
    [entry.h.join(' '), WEIGHTS.headings],
  ];
  const folded = places.map(([text, weight]) => [wordsIn(text).map(fold), weight] as const);
  let total = 0;
  for (const word of words) {
    const weight = folded.reduce(
      (sum, [texts, worth]) => sum + (texts.some((text) => meets(text, word)) ? worth : 0),
      0,
    );
    if (weight === 0) return 0;
    total += weight;
  }
  return total;
}

function toResult(entry: SearchIndexEntry, words: string[]): SearchResult {
  const excerpt = [entry.d, ...entry.h].find((text) =>
    wordsIn(text).some((part) => words.some((word) => meets(fold(part), word))),
  );
  return {
    kind: entry.k ?? 'article',
    path: entry.p,
    title: mark(entry.t, words),
    excerpt: mark(excerpt ?? entry.d, words),
  };
}

/** Splits a text so that the words searched for stand in pieces of their own. */
function mark(text: string, words: string[]): MarkedText {
  return text
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .filter((piece) => piece !== '')
    .map((piece) => ({
      text: piece,
      marked: words.some((word) => meets(fold(piece), word)),
    }));
}

/** In scripts without spaces a word may begin anywhere. */
function meets(text: string, word: string): boolean {
  return /[^\p{sc=Latin}\p{N}]/u.test(word) ? text.includes(word) : text.startsWith(word);
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function fold(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
