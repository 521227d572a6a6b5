import type { MarkedText, SearchResponse, SearchResult } from '#contracts/search.ts';
import { type SearchKind, searchKinds } from '#contracts/search-index.ts';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../db/client.ts';
import {
  type FoundDocument,
  findDocuments,
  MARK_END,
  MARK_START,
  matchesAnything,
} from '../../db/hot/search.ts';
import { searchText, withoutWordBreaks } from '../../db/search-text.ts';
import { readVocabulary, suggestWords } from './vocabulary.ts';

/** Maximum words of a query; more do not improve the result. */
const WORDS_MAX = 8;

/** Maximum number of corrected words per query; each takes about 16 ms. */
const CORRECTED_MAX = 2;
/** Maximum number of suggestions to try per word. */
const SUGGESTIONS_MAX = 5;

/** Query and scope of a search. */
export interface SearchInput {
  query: string;
  limit: number;
  /** True for signed-in users. */
  asMember: boolean;
}

/** Path prefixes of searchable pages; some may be for members only. */
const folders: Readonly<Record<SearchKind, string>> = {
  article: '/blog',
  product: '/shop',
  'case-study': '/project',
  game: '/gamecorner',
};

/** Searches live pages that contain all words of a query, with corrected typos. */
export async function search(
  { database, config }: Pick<AppContext, 'database' | 'config'>,
  { query, limit, asMember }: SearchInput,
): Promise<SearchResponse> {
  const words = tokenizeQuery(query);
  if (words.length === 0) return { results: [], more: false, corrected: null };
  const isClosed = (kind: SearchKind) =>
    config.guards.some(({ folder }) => folder === folders[kind]);
  const without = asMember ? [] : searchKinds.filter(isClosed);
  const find = (all: string[]) =>
    findDocuments(database, { match: toMatchQuery(all), without }, limit + 1);
  const found = find(words);
  if (found.length > 0) return toSearchResponse(found, limit, null);
  const meant = await correct(database, without, words);
  if (!meant) return toSearchResponse([], limit, null);
  const instead = find(meant);
  return toSearchResponse(instead, limit, instead.length > 0 ? meant.join(' ') : null);
}

/** Replaces words that are not in the index by suggestions; null if there are none or too many. */
async function correct(
  database: Database,
  without: readonly SearchKind[],
  words: string[],
): Promise<string[] | null> {
  const last = words.length - 1;
  const isSomewhere = (match: string) => matchesAnything(database, { match, without });
  const unknown = words.map((word, index) => !isSomewhere(toWordMatch(word, index === last)));
  const unknownWords = unknown.filter((isUnknown) => isUnknown).length;
  if (unknownWords === 0 || unknownWords > CORRECTED_MAX) return null;
  const vocabulary = await readVocabulary(database);
  return words.map((word, index) => {
    if (!unknown[index]) return word;
    const guesses = suggestWords(vocabulary, foldWord(word), index === last);
    const others = words.filter((_, place) => place !== index && !unknown[place]);
    const tried = guesses.slice(0, SUGGESTIONS_MAX);
    // A suggestion that occurs with the other words is better than one that occurs alone.
    const together = tried.find((guess) => isSomewhere(toMatchQuery([...others, guess])));
    return together ?? tried[0] ?? word;
  });
}

function toSearchResponse(
  found: FoundDocument[],
  limit: number,
  corrected: string | null,
): SearchResponse {
  return {
    results: found.slice(0, limit).map(toResult),
    more: found.length > limit,
    corrected,
  };
}

function toResult({ kind, path, title, description, body }: FoundDocument): SearchResult {
  // The description is shown if the text does not contain the words.
  const excerpt = [description, body].find((text) => text.includes(MARK_START));
  return {
    kind,
    path,
    title: parseMarks(title),
    excerpt: parseMarks(excerpt ?? description),
  };
}

/** Splits a text at its highlight markers. */
function parseMarks(text: string): MarkedText {
  const pieces: MarkedText = [];
  for (const part of withoutWordBreaks(text).split(MARK_START)) {
    const [marked = '', plain] = part.split(MARK_END);
    if (plain === undefined) {
      if (marked) pieces.push({ text: marked, marked: false });
      continue;
    }
    const before = pieces.at(-1);
    // Characters of scripts without spaces are found one by one, and shown as what was typed.
    if (before?.marked) before.text += marked;
    else pieces.push({ text: marked, marked: true });
    if (plain) pieces.push({ text: plain, marked: false });
  }
  return pieces;
}

/**
 * Splits a query into words without search operators; text without spaces (node.js, 日本) stays
 * together.
 */
export function tokenizeQuery(query: string): string[] {
  return searchText(query.toWellFormed().normalize('NFC'))
    .split(/[\s\p{Cc}]+/u)
    .map((word) =>
      word.replace(
        /^[^\p{L}\p{N}\p{Co}]+|(?<![^\p{L}\p{M}\p{N}\p{Co}])[^\p{L}\p{M}\p{N}\p{Co}]+$/gu,
        '',
      ),
    )
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
}

/**
 * Returns an FTS5 query for all words; the last may be incomplete.
 * Words are quoted, because FTS5 has no operators in quotes.
 */
function toMatchQuery(words: string[]): string {
  return words.map((word, index) => toWordMatch(word, index === words.length - 1)).join(' AND ');
}

/** @param unfinished true if more letters may follow */
function toWordMatch(word: string, unfinished: boolean): string {
  return quoted(word) + (unfinished ? '*' : '');
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

/** Normalises a word as in the index: lower case, without accents. */
function foldWord(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
