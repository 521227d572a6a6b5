import { searchText } from '../../db/search-text.ts';

/** Words of one search that are used; more make no result better. */
const WORDS_MAX = 8;

/**
 * What a person typed, as words without anything that the search index gives a meaning to. What is
 * written without spaces stays together (node.js, 日本), and is found in this order only.
 */
export function wordsOf(query: string): string[] {
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
 * A query that finds what has all the words; the last may be the beginning of one. Each word stands
 * in quotes, where FTS5 knows no operators.
 */
export function matchOf(words: string[]): string {
  return words.map((word, index) => matchOfWord(word, index === words.length - 1)).join(' AND ');
}

/** @param unfinished whether more letters may follow */
export function matchOfWord(word: string, unfinished: boolean): string {
  return quoted(word) + (unfinished ? '*' : '');
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

/** A word as the index keeps it: small letters, no accents. */
export function foldWord(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
