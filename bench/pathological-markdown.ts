import { MarkdownTooDeepError } from '../api/markdown/errors.ts';
import { createMarkdownRenderer } from '../api/markdown/render.ts';
import { warmUp } from '../api/markdown/warm-up.ts';
import { PATHOLOGICAL_INPUTS } from '../api/testing/pathological-markdown.ts';
import type { Bench } from './harness/bench-context.ts';
import { logProgress, type Measure } from './harness/report.ts';

const CHARACTERS = 200_000;
const BAR_SECONDS = 1;

/**
 * Measures the CPU time of rendering 200 kB of pathological markdown. One renderer renders all inputs in turn,
 * as the worker of a site does, so its caches are full after the first few.
 */
export const pathologicalMarkdown: Bench = {
  title: 'Hostile markdown of 200 kB',
  async measure() {
    logProgress('rendering hostile markdown');
    const renderer = createMarkdownRenderer();
    await warmUp(renderer);
    const measures: Measure[] = [];
    for (const { name, markdown, tooDeep, code } of PATHOLOGICAL_INPUTS) {
      // Grammars are loaded once per process and therefore not measured.
      if (code) await renderer.render(markdown(CHARACTERS / 100));
      const text = markdown(CHARACTERS);
      const start = process.threadCpuUsage();
      const note = await renderer.render(text).then(() => 'rendered', describeRefusal);
      const { user, system } = process.threadCpuUsage(start);
      if (tooDeep !== (note === 'refused')) throw new Error(`${name}: ${note}`);
      const value = (user + system) / 1e6;
      measures.push({ name, value, unit: 's', bar: { atMost: BAR_SECONDS }, note });
    }
    return measures;
  },
};

function describeRefusal(error: unknown): string {
  if (error instanceof MarkdownTooDeepError) return 'refused';
  throw error;
}
