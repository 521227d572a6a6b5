import fastCheck from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('the memory of blocks', () => {
  test('never shows: after any edits the output is that of a fresh renderer', {
    timeout: 240_000,
  }, async () => {
    // Without room for a block a renderer starts afresh each time, but keeps its grammars.
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

  test('makes a small edit of a long text cheap', async () => {
    const { render } = createMarkdownRenderer();
    const paragraphs = Array.from({ length: 3_000 }, (_, index) => `Some **words** ${index} here.`);
    const cost = async () => {
      const start = process.threadCpuUsage().user;
      await render(paragraphs.join('\n\n'));
      return process.threadCpuUsage().user - start;
    };
    const first = await cost();
    paragraphs[1_500] = 'Changed.';
    expect(await cost()).toBeLessThan(first / 2);
  });

  test('evicts in time that does not depend on how much the cache holds', () => {
    const ENTRY_BYTES = 100;
    /** CPU time in microseconds of 100,000 evictions from a cache of so many entries. */
    const cost = (entries: number) => {
      const cache = createByteCache<string>(entries * ENTRY_BYTES);
      const add = (key: string) => cache.set(key, 'value', ENTRY_BYTES - key.length * 2);
      for (let index = 0; index < entries; index += 1) add(`old ${index}`);
      const start = process.threadCpuUsage();
      for (let index = 0; index < 100_000; index += 1) add(`new ${index}`);
      const { user, system } = process.threadCpuUsage(start);
      return user + system;
    };
    const best = (entries: number) => Math.min(...Array.from({ length: 5 }, () => cost(entries)));
    cost(1_000);
    // A cache that looked for its oldest entry would take some 50 times as long.
    expect(best(50_000)).toBeLessThan(16 * best(1_000));
  });

  test('forgets what was used least recently once it is full', () => {
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
