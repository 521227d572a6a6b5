import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countChangedWords, diffWords } from './word-diff.ts';

const join = (ranges: ReturnType<typeof diffWords>, without: 'added' | 'removed') =>
  ranges
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

it('marks removed and added words', () => {
  const ranges = diffWords('A page is a file.\n\nIt stays.', 'A page is one file.\n\nIt stays.');
  expect(ranges.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'a' },
    { kind: 'added', text: 'one' },
  ]);
  expect([countChangedWords(ranges, 'removed'), countChangedWords(ranges, 'added')]).toEqual([
    1, 1,
  ]);
});

it('contains both texts completely', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.', 'ü') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const ranges = diffWords(before, after);
      expect(join(ranges, 'added')).toBe(before);
      expect(join(ranges, 'removed')).toBe(after);
    }),
  );
});
