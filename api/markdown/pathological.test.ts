import { beforeAll, describe, expect, test } from 'vitest';
import { PATHOLOGICAL_INPUTS, type PathologicalInput } from '../testing/pathological-markdown.ts';
import { MARKDOWN_BYTES_MAX, MarkdownTooDeep, MarkdownTooLarge } from './errors.ts';
import { createMarkdownRenderer, type MarkdownRenderer } from './render.ts';
import { warmUp } from './warm-up.ts';

const SMALL = 20_000;
const LARGE = 10 * SMALL;

// Linear work grows by 10 and quadratic work by 100; this lies halfway, as factors go. Garbage
// collection and processor caches make linear inputs grow by up to 20.
const GROWTH_MAX = 30;

// Some kernels account for CPU time in ticks of several milliseconds; work below a few of them
// can't be compared.
const RESOLUTION_MICROSECONDS = 20_000;

const SMALL_RUNS = 3;

/** One input of each kind; the others are variations of them. */
const REPRESENTATIVES = new Set([
  'emphasis mismatched',
  'links opened',
  'images half written',
  'backticks growing',
  'comments opened',
  'one tag with many attributes',
  'definitions used',
  'footnotes',
  'a table to be filled up',
  'a deep quote lazily continued',
  'task items',
  'paragraphs',
  'mail addresses',
  'code that nests in TypeScript',
  'quotes',
  'HTML elements',
]);

// A measurement that garbage collection or a shared processor spoilt is repeated.
const ATTEMPTS = 3;

describe('hostile input', { timeout: 240_000 }, () => {
  // Code is rendered without a cache, everything else by a renderer of its own with an empty one:
  // loading a grammar would hide the growth of small inputs.
  const uncached = createMarkdownRenderer({ cacheBytes: 0 });
  beforeAll(() => warmUp(uncached));

  /** Renders or is refused, and returns CPU time in microseconds, of this thread alone. */
  async function cost(input: PathologicalInput, size: number): Promise<number> {
    const renderer: MarkdownRenderer = input.code ? uncached : createMarkdownRenderer();
    const markdown = input.markdown(size);
    const start = process.threadCpuUsage();
    const rendering = renderer.render(markdown);
    if (input.tooDeep) await expect(rendering).rejects.toThrow(MarkdownTooDeep);
    else await rendering;
    const { user, system } = process.threadCpuUsage(start);
    return user + system;
  }

  /** Tells how much the work grows while the input grows tenfold; 0 if both take next to nothing. */
  async function growth(input: PathologicalInput): Promise<number> {
    let small = 0;
    for (let run = 0; run < SMALL_RUNS; run += 1) small += await cost(input, SMALL);
    const large = await cost(input, LARGE);
    return Math.max(0, large - RESOLUTION_MICROSECONDS) / Math.max(1, small / SMALL_RUNS);
  }

  for (const input of PATHOLOGICAL_INPUTS) {
    const tags = REPRESENTATIVES.has(input.name) ? [] : ['verify'];
    test(`takes linear time: ${input.name}`, { tags }, async () => {
      await cost(input, SMALL);
      let best = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < ATTEMPTS && best > GROWTH_MAX; attempt += 1) {
        best = Math.min(best, await growth(input));
      }
      expect(best).toBeLessThanOrEqual(GROWTH_MAX);
    });
  }

  test('is refused if too large, and accepted up to the limit', async () => {
    const tooLarge = 'ü'.repeat(MARKDOWN_BYTES_MAX / 2 + 1);
    await expect(uncached.render(tooLarge)).rejects.toThrow(MarkdownTooLarge);
    const { words } = await uncached.render('word '.repeat(MARKDOWN_BYTES_MAX / 5));
    expect(words).toBeGreaterThan(200_000);
  });
});
