import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '#contracts/edit-distance.ts';
import { countMissingLetters, editsAllowed, letterMask } from './search.ts';

describe('editDistance', () => {
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
  ])('of %s and %s is %d, and %d to its prefix', (typed, word, whole, beginning) => {
    expect(editDistance(typed, word, 2)).toEqual({ whole, beginning });
  });

  it('is never less than the number of missing letters', () => {
    const missing = (typed: string, word: string) =>
      countMissingLetters(letterMask(typed), letterMask(word));
    expect(missing('jurn', 'journal')).toBe(0);
    expect(missing('jurn', '7777')).toBe(4);
    expect(missing('qqqqxz', 'article')).toBe(3);
    const word = fc.string({ unit: fc.constantFrom(...'abcdexyz0189éß日'), maxLength: 12 });
    fc.assert(
      fc.property(word, word, (typed, other) => {
        const { whole, beginning } = editDistance(typed, other, 99);
        expect(missing(typed, other)).toBeLessThanOrEqual(Math.min(whole, beginning));
      }),
      { numRuns: 2000 },
    );
  });

  it('allows more typos in longer words', () => {
    expect([3, 4, 7, 8, 20].map(editsAllowed)).toEqual([0, 1, 1, 2, 2]);
  });
});
