import { searchText } from '../../db/search-text.ts';

/** Maximum words of a query; more do not improve the result. */
const WORDS_MAX = 8;

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
export function toMatchQuery(words: string[]): string {
  return words.map((word, index) => toWordMatch(word, index === words.length - 1)).join(' AND ');
}

/** @param unfinished true if more letters may follow */
export function toWordMatch(word: string, unfinished: boolean): string {
  return quoted(word) + (unfinished ? '*' : '');
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

/** Normalises a word as in the index: lower case, without accents. */
export function foldWord(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
