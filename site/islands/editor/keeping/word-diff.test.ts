import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countWords, diffWords } from './word-diff.ts';

const join = (stretches: ReturnType<typeof diffWords>, without: 'added' | 'removed') =>
  stretches
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

it('marks removed and added words', () => {
  const stretches = diffWords('A page is a file.\n\nIt stays.', 'A page is one file.\n\nIt stays.');
  expect(stretches.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'a' },
    { kind: 'added', text: 'one' },
  ]);
  expect([countWords(stretches, 'removed'), countWords(stretches, 'added')]).toEqual([1, 1]);
});

it('contains both texts completely', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.', 'ü') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const stretches = diffWords(before, after);
      expect(join(stretches, 'added')).toBe(before);
      expect(join(stretches, 'removed')).toBe(after);
    }),
  );
});
