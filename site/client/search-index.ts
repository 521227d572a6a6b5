/** Searches the published index of titles, descriptions, tags and headings, without the API. */
import type { MarkedText, SearchResponse, SearchResult } from '#contracts/search.ts';
import {
  foldText,
  SEARCH_INDEX_PATH,
  type SearchIndexEntry,
  type SearchIndexList,
} from '#contracts/search-index.ts';
import { ReadableError } from './api-client.ts';

const RESULTS_MAX = 10;
/** Weight of a match by field. */
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

/** Searches like the API, but matches prefixes of words and does not correct typing errors. */
export async function findInIndex(query: string, signal: AbortSignal): Promise<SearchResponse> {
  const entries = await readIndex();
  signal.throwIfAborted();
  return searchEntries(entries, query);
}

/** Returns the articles whose title contains the text, ignoring case, newest first. */
export async function findTitlesInIndex(
  text: string,
  limit: number,
): Promise<{ path: string; title: string }[]> {
  const query = text.toLowerCase();
  const matches = (await readIndex()).filter(
    (entry) => (entry.k ?? 'article') === 'article' && entry.t.toLowerCase().includes(query),
  );
  return matches.slice(0, limit).map((entry) => ({ path: encodeURI(entry.p), title: entry.t }));
}

async function loadIndex(): Promise<SearchIndexEntry[]> {
  const { shards } = await fetchJson<SearchIndexList>(SEARCH_INDEX_PATH);
  const parts = await Promise.all(shards.map((path) => fetchJson<SearchIndexEntry[]>(path)));
  // Newest first: later files contain later articles.
  return parts.flat().reverse();
}

async function fetchJson<Content>(path: string): Promise<Content> {
  const response = await fetch(path).catch(() => null);
  if (!response?.ok) throw new ReadableError(`${path} could not be loaded.`);
  return response.json();
}

/** Returns the entries that contain all words of `query`, best first. */
export function searchEntries(entries: SearchIndexEntry[], query: string): SearchResponse {
  const words = wordsIn(query).map(foldText);
  const matches: { entry: SearchIndexEntry; weight: number }[] = [];
  for (const entry of words.length > 0 ? entries : []) {
    const weight = weighEntry(entry, words);
    if (weight > 0) matches.push({ entry, weight });
  }
  matches.sort((first, second) => second.weight - first.weight);
  return {
    results: matches.slice(0, RESULTS_MAX).map(({ entry }) => toResult(entry, words)),
    more: matches.length > RESULTS_MAX,
    corrected: null,
  };
}

/** Returns the weight of an entry, or 0 if a word is missing. */
function weighEntry(entry: SearchIndexEntry, words: string[]): number {
  const fields: [string, number][] = [
    [entry.t, WEIGHTS.title],
    [entry.g.join(' '), WEIGHTS.tags],
    [entry.d, WEIGHTS.description],
    [entry.h.join(' '), WEIGHTS.headings],
  ];
  const folded = fields.map(([text, weight]) => [wordsIn(text).map(foldText), weight] as const);
  let total = 0;
  for (const word of words) {
    const weight = folded.reduce(
      (sum, [texts, fieldWeight]) =>
        sum + (texts.some((text) => matchesWord(text, word)) ? fieldWeight : 0),
      0,
    );
    if (weight === 0) return 0;
    total += weight;
  }
  return total;
}

function toResult(entry: SearchIndexEntry, words: string[]): SearchResult {
  const excerpt = [entry.d, ...entry.h].find((text) =>
    wordsIn(text).some((part) => words.some((word) => matchesWord(foldText(part), word))),
  );
  return {
    kind: entry.k ?? 'article',
    path: entry.p,
    title: mark(entry.t, words),
    excerpt: mark(excerpt ?? entry.d, words),
  };
}

/** Splits a text into parts and marks those that match a word. */
function mark(text: string, words: string[]): MarkedText {
  return text
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .filter((part) => part !== '')
    .map((part) => ({
      text: part,
      marked: words.some((word) => matchesWord(foldText(part), word)),
    }));
}

/** True if the text starts with the word. In scripts without spaces, the word may begin anywhere. */
function matchesWord(text: string, word: string): boolean {
  return /[^\p{sc=Latin}\p{N}]/u.test(word) ? text.includes(word) : text.startsWith(word);
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
