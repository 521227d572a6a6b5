import { describe, expect, it } from 'vitest';
import { distanceBetween, slipsAllowed } from './distance.ts';

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

  it('may be larger the longer a word is', () => {
    expect([3, 4, 7, 8, 20].map(slipsAllowed)).toEqual([0, 1, 1, 2, 2]);
  });
});
