import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countMissing, distanceBetween, lettersOf, slipsAllowed } from './distance.ts';

describe('the distance between what was typed and a word', () => {
  it.each([
    ['otter', 'otter', 0, 0],
    ['oter', 'otter', 1, 1],
    ['ottter', 'otter', 1, 1],
    ['otfer', 'otter', 1, 1],
    ['otetr', 'otter', 1, 1],
    ['tooter', 'otter', 2, 2],
    ['java', 'javascript', Infinity, 0],
    ['jaav', 'javascript', Infinity, 1],
    ['abcd', 'wxyz', Infinity, Infinity],
    ['', 'ab', 2, 0],
  ])('%s and %s: %d, and %d to its beginning', (typed, word, whole, beginning) => {
    expect(distanceBetween(typed, word, 2)).toEqual({ whole, beginning });
  });

  it('is never less than the letters that the word has nowhere', () => {
    const missing = (typed: string, word: string) =>
      countMissing(lettersOf(typed), lettersOf(word));
    expect(missing('jurn', 'journal')).toBe(0);
    expect(missing('jurn', '7777')).toBe(4);
    expect(missing('qqqqxz', 'article')).toBe(3);
    const word = fc.string({ unit: fc.constantFrom(...'abcdexyz0189éß日'), maxLength: 12 });
    fc.assert(
      fc.property(word, word, (typed, other) => {
        const { whole, beginning } = distanceBetween(typed, other, 99);
        expect(missing(typed, other)).toBeLessThanOrEqual(Math.min(whole, beginning));
      }),
      { numRuns: 2000 },
    );
  });

  it('may be larger the longer a word is', () => {
    expect([3, 4, 7, 8, 20].map(slipsAllowed)).toEqual([0, 1, 1, 2, 2]);
  });
});
