import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from './harness/bench-context.ts';
import { logProgress, type Measure, percentile } from './harness/report.ts';
import { versionOf, waitForChange } from './publish-latency.ts';

const LIVE_BAR_MS = 50;
const WARM_UP = 5;
/** Milliseconds between changes, as when an owner saves several times. */
const PAUSE_MS = 100;

/** Files of CONTENT_DIR with the text to change, and the page that shows it. */
const cases = [
  { file: 'profile/about.json', from: '"lead": "', page: 'about/index.html' },
  { file: 'pages/terms.md', from: 'lead: ', page: 'terms/index.html' },
  { file: 'profile/hero.json', from: '"PROBLEM', page: 'index.html' },
  { file: 'games/celeste.json', from: '"desc": "', page: 'gamecorner/game/1/index.html' },
] as const;

/** Measures the time from a changed file in CONTENT_DIR to the new page. */
export const contentChanges: Bench = {
  title: 'Changed files of the owner',
  async measure(context) {
    const dataFolder = await context.site(context.articles);
    const server = await context.start(dataFolder);
    const measures: Measure[] = [];
    for (const { file, from, page } of cases) {
      logProgress(`changing ${file}`);
      const source = path.join(dataFolder, 'content', file);
      const live = path.join(dataFolder, 'live', page);
      const original = readFileSync(source, 'utf8');
      const samples: number[] = [];
      const rounds = context.short ? 10 : 60;
      for (let round = -WARM_UP; round < rounds; round += 1) {
        const before = versionOf(live);
        const mark = from.startsWith('"P') ? `"P${round + WARM_UP}` : `${from}${round} `;
        const temporary = path.join(dataFolder, 'changed');
        writeFileSync(temporary, original.replace(from, mark));
        const started = performance.now();
        // As editors save.
        renameSync(temporary, source);
        const seen = (await waitForChange(live, before, () => server.hasEnded())) - started;
        if (round >= 0) samples.push(seen);
        await pause(PAUSE_MS);
      }
      measures.push(
        ...[50, 95].map((share) => ({
          name: `${file}: live, p${share}`,
          value: percentile(samples, share / 100),
          unit: 'ms' as const,
          ...(share === 95 && { bar: { atMost: LIVE_BAR_MS } }),
          ...(share === 50 && { note: `${rounds} changes beside ${context.articles} articles` }),
        })),
      );
    }
    await server.stop();
    return measures;
  },
};
