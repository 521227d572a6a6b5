import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countChanges, wordChanges } from './word-diff.ts';

const words = (text: string) => text.split(/\s+/).filter(Boolean);

it('says which words went and which came', () => {
  const changes = wordChanges('One old word here.', 'One new and better word here.');
  expect(changes.filter(({ kind }) => kind === 'removed').map(({ text }) => text.trim())).toEqual([
    'old',
  ]);
  expect(countChanges(changes)).toEqual({ added: 3, removed: 1 });
});

it('holds both texts, whatever they are', () => {
  const text = fc
    .array(fc.constantFrom('one', 'two', 'three', '**bold**', '\n\n', 'naïve', '🙂', '.'))
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = wordChanges(before, after);
      const without = (kind: string) =>
        changes.flatMap((change) => (change.kind === kind ? [] : [change.text])).join('');
      const squeezed = (given: string) => words(given).join('');
      expect(squeezed(without('added'))).toBe(squeezed(before));
      expect(squeezed(without('removed'))).toBe(squeezed(after));
    }),
  );
});

it('shows two texts that have nothing in common each as a whole', () => {
  const long = (word: string) => Array.from({ length: 4000 }, (_, at) => `${word}${at}`).join(' ');
  expect(wordChanges(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
