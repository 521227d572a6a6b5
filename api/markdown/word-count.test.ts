import { describe, expect, test } from 'vitest';
import { readTimeLabel, WORDS_PER_MINUTE } from '#contracts/article.ts';
import { countWords } from './prepare.ts';

describe('countWords', () => {
  test.each([
    ['', 0],
    ["It's a read-only text, isn't it?", 6],
    ['3.14 — and 1,000', 4],
    ['naïve café', 2],
    ['日本語', 3],
    ['… !!! --', 0],
  ])('counts in %j %i words', (text, words) => expect(countWords(text)).toBe(words));
});

describe('the reading time', () => {
  test.each([
    [0, '1 Min Read'],
    [238, '1 Min Read'],
    [239, '2 Min Read'],
    [WORDS_PER_MINUTE * 60, '60 Min Read'],
    [WORDS_PER_MINUTE * 72, '1 Hr 12 Min Read'],
    [WORDS_PER_MINUTE * 120, '2 Hr Read'],
  ])('of %i words is %s', (words, label) => expect(readTimeLabel(words)).toBe(label));
});
