import { MINUTE_MS } from '#contracts/durations.ts';
import { editDistance } from '#contracts/edit-distance.ts';
import type { MarkedText, SearchResponse, SearchResult } from '#contracts/search.ts';
import { foldText, type SearchKind, searchKinds } from '#contracts/search-index.ts';
import type { AppContext } from '../../context.ts';
import type { Connection } from '../../db/connection.ts';
import type { Database } from '../../db/database.ts';
import {
  type FoundDocument,
  findDocuments,
  type IndexedWord,
  MARK_END,
  MARK_START,
  matchesAnything,
  readIndexVersion,
  readWordsAfter,
} from '../../db/hot/search.ts';
import { searchText, withoutWordBreaks } from '../../db/search-text.ts';

/** Words read at once; other requests are handled between two reads. */
const WORDS_PER_READING = 500;
/**
 * Maximum number of words to compare, those of similar length first; about 40 ms.
 * A time limit would find fewer words on a busy machine.
 */
const COMPARED_MAX = 40_000;
/** A vocabulary of at most so many words, which takes some milliseconds to read, is read again after every change. */
const SMALL_VOCABULARY = 5000;
/** Minimum time between two reads of a larger vocabulary, in milliseconds. */
const REFRESH_INTERVAL_MS = MINUTE_MS;
/** Maximum length of words; longer ones, such as hashes, do not help. */
const WORD_MAX = 40;

interface KnownWord extends IndexedWord {
  /** See letterMask. */
  letters: number;
}

interface Vocabulary {
  version: string;
  /** By length, because one edit changes it by one at most. */
  byLength: KnownWord[][];
  words: number;
  readAt: number;
}

const vocabularies = new WeakMap<object, Vocabulary>();
const readings = new WeakMap<object, Promise<Vocabulary>>();

/**
 * Returns all words of the search index from memory, because scanning the index is slow.
 * A large vocabulary may be a minute old; suggestions are verified before use.
 */
async function readVocabulary(database: Connection): Promise<Vocabulary> {
  const cachedVocabulary = vocabularies.get(database.raw);
  if (cachedVocabulary) {
    const stale = cachedVocabulary.version !== readIndexVersion(database);
    const isSmall = cachedVocabulary.words <= SMALL_VOCABULARY;
    const due = isSmall || performance.now() - cachedVocabulary.readAt > REFRESH_INTERVAL_MS;
    if (!stale || !due) return cachedVocabulary;
    const reading = readWords(database);
    // Large sites keep using the current vocabulary meanwhile.
    return isSmall ? reading : cachedVocabulary;
  }
  return readWords(database);
}

function readWords(database: Connection): Promise<Vocabulary> {
  const running = readings.get(database.raw);
  if (running) return running;
  const reading = readAll(database).finally(() => readings.delete(database.raw));
  readings.set(database.raw, reading);
  return reading;
}

async function readAll(database: Connection): Promise<Vocabulary> {
  const version = readIndexVersion(database);
  const byLength: KnownWord[][] = Array.from({ length: WORD_MAX + 1 }, () => []);
  let count = 0;
  let after = '';
  for (;;) {
    const words = readWordsAfter(database, after, WORDS_PER_READING);
    for (const word of words) {
      byLength[word.term.length]?.push({ ...word, letters: letterMask(word.term) });
    }
    count += words.length;
    if (words.length < WORDS_PER_READING) break;
    after = words.at(-1)?.term ?? '';
    await new Promise((resolve) => setImmediate(resolve));
    if (!database.raw.open) break;
  }
  const vocabulary = { version, byLength, words: count, readAt: performance.now() };
  vocabularies.set(database.raw, vocabulary);
  return vocabulary;
}

/** Returns words of the index similar to `typed`, best first. @param unfinished true if more letters may follow */
function suggestWords(vocabulary: Vocabulary, typed: string, unfinished: boolean): string[] {
  const most = editsAllowed(typed.length);
  if (most === 0) return [];
  const letters = letterMask(typed);
  let left = COMPARED_MAX;
  const suggestions: { term: string; slips: number; documents: number }[] = [];
  const longest = unfinished ? WORD_MAX : typed.length + most;
  for (const length of lengthsByDistance(typed.length, typed.length - most, longest)) {
    for (const word of vocabulary.byLength[length] ?? []) {
      // Comparing letters first excludes most words quickly.
      if (countMissingLetters(letters, word.letters) > most) continue;
      if (left === 0) break;
      left -= 1;
      const distance = editDistance(typed, word.term, most);
      // An incomplete word counts half an edit more than a complete one.
      const slips = Math.min(distance.whole, unfinished ? distance.beginning + 0.5 : Infinity);
      if (slips <= most + 0.5)
        suggestions.push({ term: word.term, slips, documents: word.documents });
    }
  }
  return suggestions
    .sort((one, other) => one.slips - other.slips || other.documents - one.documents)
    .map((suggestion) => suggestion.term);
}

/** Returns lengths from `least` to `longest`, those nearest to `length` first. */
function lengthsByDistance(length: number, least: number, longest: number): number[] {
  const all = Array.from({ length: longest - least + 1 }, (_, index) => least + index);
  return all.sort((one, other) => Math.abs(one - length) - Math.abs(other - length));
}

/** Returns the number of typos allowed in a word of this length. */
export function editsAllowed(length: number): 0 | 1 | 2 {
  if (length >= 8) return 2;
  return length >= 4 ? 1 : 0;
}

/** Returns the letters of a word as a bit mask; some letters share a bit. */
export function letterMask(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Counts letters of a word that another lacks: a lower bound of the edit distance, and much faster. */
export function countMissingLetters(letters: number, inOther: number): number {
  let missing = 0;
  for (let left = letters & ~inOther; left !== 0; left &= left - 1) missing += 1;
  return missing;
}

/** Maximum words of a query; more do not improve the result. */
const WORDS_MAX = 8;

/** Maximum number of corrected words per query; each takes about 16 ms. */
const CORRECTED_MAX = 2;
/** Maximum number of suggestions to try per word. */
const SUGGESTIONS_MAX = 5;

interface SearchInput {
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
    const suggestions = suggestWords(vocabulary, foldText(word), index === last);
    const others = words.filter((_, place) => place !== index && !unknown[place]);
    const tried = suggestions.slice(0, SUGGESTIONS_MAX);
    // A suggestion that occurs with the other words is better than one that occurs alone.
    const together = tried.find((suggestion) => isSomewhere(toMatchQuery([...others, suggestion])));
    return together ?? tried[0] ?? word;
  });
}

function toSearchResponse(
  found: FoundDocument[],
  limit: number,
  corrected: string | null,
): SearchResponse {
  return { results: found.slice(0, limit).map(toResult), more: found.length > limit, corrected };
}

function toResult({ kind, path, title, description, body }: FoundDocument): SearchResult {
  // The description is shown if the text does not contain the words.
  const excerpt = [description, body].find((text) => text.includes(MARK_START));
  return { kind, path, title: parseMarks(title), excerpt: parseMarks(excerpt ?? description) };
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
    // Characters of scripts without spaces are found one by one, and shown as typed.
    if (before?.marked) before.text += marked;
    else pieces.push({ text: marked, marked: true });
    if (plain) pieces.push({ text: plain, marked: false });
  }
  return pieces;
}

/** Splits a query into words without search operators; text without spaces (node.js, 日本) stays together. */
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
