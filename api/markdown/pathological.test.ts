import { afterAll, describe, expect, test } from 'vitest';
import { startWorkCounter, type Work } from '../testing/count-work.ts';
import { QUADRATIC_WAYS } from '../testing/counted-work.ts';
import { PATHOLOGICAL_INPUTS } from '../testing/pathological-markdown.ts';
import { MARKDOWN_BYTES_MAX, MarkdownTooLargeError } from './errors.ts';
import { createMarkdownRenderer } from './render.ts';

const CHARACTERS = 4_000;

// Linear work grows by 10, quadratic work by 100; constant costs of small inputs are added.
const GROWTH_MAX = 15;

/** One input of each kind; the others are variations of them. */
const REPRESENTATIVES = new Set([
  'emphasis mismatched',
  'links opened',
  'images half written',
  'comments opened',
  'footnotes',
  'a deep quote lazily continued',
  'paragraphs',
  'mail addresses',
  'code that nests in TypeScript',
]);

const counter = startWorkCounter(new URL('../testing/counted-work.ts', import.meta.url));
afterAll(() => counter.close());

/** Returns by how much each kind of work grows for an input that is ten times as large. */
async function growthOf(name: string, kind: string, size: number): Promise<Work> {
  const small = await counter.count(name, kind, size);
  const large = await counter.count(name, kind, 10 * size);
  return {
    executed: large.executed / Math.max(1, small.executed),
    searched: large.searched / Math.max(1, small.searched),
  };
}

describe('hostile input', () => {
  for (const { name } of PATHOLOGICAL_INPUTS) {
    const tags = REPRESENTATIVES.has(name) ? [] : ['verify'];
    test(`takes linear work: ${name}`, { tags }, async () => {
      // Loads shared parts such as grammars first, which would hide the growth for small inputs.
      await counter.count('renderHostile', name, CHARACTERS);
      const { executed, searched } = await growthOf('renderHostile', name, CHARACTERS);
      expect(executed).toBeLessThanOrEqual(GROWTH_MAX);
      expect(searched).toBeLessThanOrEqual(GROWTH_MAX);
    });
  }

  test.each(QUADRATIC_WAYS)('would be noticed if it took quadratic work: %s', async (way) => {
    const { executed, searched } = await growthOf('waste', way, 200);
    expect(Math.max(executed, searched)).toBeGreaterThan(5 * GROWTH_MAX);
  });

  test('is rejected if too large, and accepted up to the limit', async () => {
    const renderer = createMarkdownRenderer({ cacheBytes: 0 });
    const tooLarge = 'ü'.repeat(MARKDOWN_BYTES_MAX / 2 + 1);
    await expect(renderer.render(tooLarge)).rejects.toThrow(MarkdownTooLargeError);
    const { words } = await renderer.render('word '.repeat(MARKDOWN_BYTES_MAX / 5));
    expect(words).toBeGreaterThan(200_000);
  });
});
