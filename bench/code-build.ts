import path from 'node:path';
import type { Bench } from './harness/bench-context.ts';
import { buildInto } from './harness/build.ts';

/** Limit for `astro build`, which renders no articles, in milliseconds. */
const BAR_MS = 15_000;

/** Measures the build of the code, including its manifest. */
export const codeBuild: Bench = {
  title: 'Building the code',
  async measure(context) {
    const buildMs = buildInto(path.join(context.folder('build'), 'dist'));
    return [
      { name: 'astro build', value: buildMs / 1000, unit: 's', bar: { atMost: BAR_MS / 1000 } },
    ];
  },
};
