import fastCheck from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { startWorkCounter } from '../testing/count-work.ts';
import { createByteCache } from './byte-cache.ts';
import { createMarkdownRenderer } from './render.ts';

const BLOCKS = [
  'A paragraph with [ref] and [other][ref].',
  'Same words.',
  '## Same heading',
  '## Same heading',
  'Note[^1] and [^2], [^1] again.',
  '[^1]: A note with [ref].',
  '[^2]: Another[^1].\n\n    With more.',
  '[ref]: /one "t"',
  '[ref]: /two',
  '- a\n- b',
  '- c\n\n  d',
  '1. x',
  '> [!TIP]\n> tip [ref]',
  '```ts\nconst a = 1;\n```',
  '```ts {1}\nconst a = 1;\n```',
  '```',
  '<div>',
  '</div>',
  '<b id="x">',
  '<p id="x">raw',
  '<!-- open',
  '-->',
  '![i](/media/a.webp "title")',
  '![j](/media/b.webp)',
  '    indented',
  'Title\n---',
  '| a |\n|---|\n| [ref] |',
];

const edit = fastCheck.record({
  at: fastCheck.nat({ max: 12 }),
  remove: fastCheck.nat({ max: 2 }),
  block: fastCheck.constantFrom(...BLOCKS),
  gap: fastCheck.constantFrom('\n', '\n\n', '\n\n'),
  size: fastCheck.constantFrom(undefined, 10, 20),
});

describe('the cache of blocks', () => {
  test('does not affect the output after any edits', {
    tags: ['verify'],
  }, async () => {
    // Without space for blocks a renderer renders everything again, but keeps its grammars.
    const cold = createMarkdownRenderer({ cacheBytes: 0 });
    await fastCheck.assert(
      fastCheck.asyncProperty(fastCheck.array(edit, { maxLength: 14 }), async (edits) => {
        const warm = createMarkdownRenderer();
        const parts: string[] = [];
        for (const { at, remove, block, gap, size } of edits) {
          parts.splice(at, remove, block + gap);
          const images = new Map(size ? [['/media/a.webp', { width: size, height: size }]] : []);
          const markdown = parts.join('');
          expect(await warm.render(markdown, { images })).toEqual(
            await cold.render(markdown, { images }),
          );
        }
      }),
      { numRuns: 120 },
    );
  });

  describe('counted', () => {
    const counter = startWorkCounter(new URL('../testing/counted-work.ts', import.meta.url));
    afterAll(() => counter.close());

    test('makes a small edit of a long text fast', async () => {
      const first = await counter.count('renderEdited', false);
      const secondCount = await counter.count('renderEdited', true);
      expect(secondCount.executed).toBeLessThan(first.executed / 5);
    });

    test('evicts in time independent of its size', async () => {
      const few = await counter.count('evict', 1_000);
      const many = await counter.count('evict', 50_000);
      expect(many.executed).toBeLessThan(2 * few.executed);
    });
  });

  test('evicts the least recently used entries', () => {
    const cache = createByteCache<string>(100);
    cache.set('a', 'A', 40);
    cache.set('b', 'B', 40);
    expect(cache.get('a')).toBe('A');
    cache.set('c', 'C', 40);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
    cache.set('huge', 'H', 1_000);
    expect(cache.get('huge')).toBeUndefined();
    expect(cache.bytes).toBe(84);
  });
});
