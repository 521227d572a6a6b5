import type { MarkedText, SearchResponse, SearchResult } from '#contracts/search.ts';
import type { AppContext } from '../../context.ts';
import {
  type FoundArticle,
  findArticles,
  MARK_END,
  MARK_START,
  matchesAnything,
} from '../../db/repositories/search.ts';
import { withoutWordBreaks } from '../../db/search-text.ts';
import { guessWords, readVocabulary } from './vocabulary.ts';
import { foldWord, matchOf, matchOfWord, wordsOf } from './words.ts';

/** Guesses for one word that are tried. */
const GUESSES_TRIED = 5;

/** Live articles that have all the words of `query`, or words that were likely meant. */
export async function search(
  context: Pick<AppContext, 'database'>,
  query: string,
  limit: number,
): Promise<SearchResponse> {
  const words = wordsOf(query);
  if (words.length === 0) return { results: [], more: false, corrected: null };
  const found = findArticles(context.database, matchOf(words), limit + 1);
  if (found.length > 0) return answer(found, limit, null);
  const meant = await correct(context, words);
  if (!meant) return answer([], limit, null);
  const instead = findArticles(context.database, matchOf(meant), limit + 1);
  return answer(instead, limit, instead.length > 0 ? meant.join(' ') : null);
}

/** The words with guesses in the place of those that are nowhere; null if all are somewhere. */
async function correct(
  { database }: Pick<AppContext, 'database'>,
  words: string[],
): Promise<string[] | null> {
  const last = words.length - 1;
  const unknown = words.map(
    (word, index) => !matchesAnything(database, matchOfWord(word, index === last)),
  );
  if (!unknown.includes(true)) return null;
  const vocabulary = await readVocabulary(database);
  return words.map((word, index) => {
    if (!unknown[index]) return word;
    const guesses = guessWords(vocabulary, foldWord(word), index === last);
    const others = words.filter((_, place) => place !== index && !unknown[place]);
    const tried = guesses.slice(0, GUESSES_TRIED);
    // A guess that stands together with the other words is better than one that stands alone.
    const together = tried.find((guess) => matchesAnything(database, matchOf([...others, guess])));
    return together ?? tried[0] ?? word;
  });
}

function answer(found: FoundArticle[], limit: number, corrected: string | null): SearchResponse {
  return {
    results: found.slice(0, limit).map(toResult),
    more: found.length > limit,
    corrected,
  };
}

function toResult(article: FoundArticle): SearchResult {
  // Where the text itself says nothing of the words, its description tells what it is about.
  const excerpt = [article.description, article.body].find((text) => text.includes(MARK_START));
  return {
    kind: 'article',
    path: `/blog/${article.slug}`,
    title: piecesOf(article.title),
    excerpt: piecesOf(excerpt ?? article.description),
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
