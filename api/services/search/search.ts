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
} from '../../db/repositories/search.ts';
import { withoutWordBreaks } from '../../db/search-text.ts';
import { guessWords, readVocabulary } from './vocabulary.ts';
import { foldWord, matchOf, matchOfWord, wordsOf } from './words.ts';

/** Unknown words of a query that are corrected; each takes some 16 ms. */
const CORRECTED_MAX = 2;
/** Guesses for one word that are tried. */
const GUESSES_TRIED = 5;

/** What is looked for, and where. */
export interface SearchWish {
  query: string;
  limit: number;
  /** Whether somebody asks who is signed in. */
  asMember: boolean;
}

/** Where what can be found has its pages; some of these may be for members alone. */
const folders: Readonly<Record<SearchKind, string>> = {
  article: '/blog',
  product: '/shop',
  'case-study': '/project',
  game: '/gamecorner',
};

/** Everything live that has all the words of a query, or words that were likely meant. */
export async function search(
  { database, config }: Pick<AppContext, 'database' | 'config'>,
  { query, limit, asMember }: SearchWish,
): Promise<SearchResponse> {
  const words = wordsOf(query);
  if (words.length === 0) return { results: [], more: false, corrected: null };
  const isClosed = (kind: SearchKind) =>
    config.doors.some(({ folder }) => folder === folders[kind]);
  const without = asMember ? [] : searchKinds.filter(isClosed);
  const find = (all: string[]) =>
    findDocuments(database, { match: matchOf(all), without }, limit + 1);
  const found = find(words);
  if (found.length > 0) return answer(found, limit, null);
  const meant = await correct(database, without, words);
  if (!meant) return answer([], limit, null);
  const instead = find(meant);
  return answer(instead, limit, instead.length > 0 ? meant.join(' ') : null);
}

/** Replaces the words that are nowhere by guesses; null if there are none of them, or too many. */
async function correct(
  database: Database,
  without: readonly SearchKind[],
  words: string[],
): Promise<string[] | null> {
  const last = words.length - 1;
  const isSomewhere = (match: string) => matchesAnything(database, { match, without });
  const unknown = words.map((word, index) => !isSomewhere(matchOfWord(word, index === last)));
  const unknownWords = unknown.filter((isUnknown) => isUnknown).length;
  if (unknownWords === 0 || unknownWords > CORRECTED_MAX) return null;
  const vocabulary = await readVocabulary(database);
  return words.map((word, index) => {
    if (!unknown[index]) return word;
    const guesses = guessWords(vocabulary, foldWord(word), index === last);
    const others = words.filter((_, place) => place !== index && !unknown[place]);
    const tried = guesses.slice(0, GUESSES_TRIED);
    // A guess that stands together with the other words is better than one that stands alone.
    const together = tried.find((guess) => isSomewhere(matchOf([...others, guess])));
    return together ?? tried[0] ?? word;
  });
}

function answer(found: FoundDocument[], limit: number, corrected: string | null): SearchResponse {
  return {
    results: found.slice(0, limit).map(toResult),
    more: found.length > limit,
    corrected,
  };
}

function toResult({ kind, path, title, description, body }: FoundDocument): SearchResult {
  // Where the text itself says nothing of the words, its description tells what it is about.
  const excerpt = [description, body].find((text) => text.includes(MARK_START));
  return {
    kind,
    path,
    title: piecesOf(title),
    excerpt: piecesOf(excerpt ?? description),
  };
}

/** Splits a text at its marks. */
function piecesOf(text: string): MarkedText {
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
