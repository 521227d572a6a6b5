import type { Browser } from '@playwright/test';
import { launchBrowser } from '../api/testing/find-browser.ts';
import type { Bench } from './harness/bench-context.ts';
import { holds, logProgress, type Measure, median, percentile } from './harness/report.ts';
import {
  type FrameCosts,
  type GameMeasurements,
  playGame,
  watchBarePage,
  weighScripts,
} from './playing/play.ts';
import { type Plan, plans } from './playing/players.ts';

const WORK_BAR_MS = 12;
const DROPPED_BAR_PERCENT = 1;
const INPUT_BAR_FRAMES = 2;
const READY_BAR_MS = 1000;
const SCRIPTS_BAR_KB = 60;

const PLAY_MS = 7000;
const WATCH_MS = 4500;
/** Largest number of plays of a game that misses a bar. The best play counts, as other load only adds time. */
const PLAYS_MAX = 3;

/**
 * Measures games that scripts play in Chromium on a processor that is slowed down to a quarter.
 *
 * The work of a frame is the processor time of the main thread's tasks in Chromium's trace. Alternatives are
 * worse: hooks in the page miss style, layout, paint, commit and garbage collection, `longtask` starts at
 * 50 ms, and elapsed time includes other processes. The compositor reports dropped frames. Without a GPU,
 * the processor renders canvases, so their work is included. A page without a game is measured for comparison.
 */
export const games: Bench = {
  title: 'Games, processor slowed down 4 times',
  async measure(context) {
    const server = await context.start(await context.site(100));
    const browser = await launchBrowser();
    try {
      const selected = plans.slice(0, context.short ? 2 : plans.length);
      logProgress('a page without a game');
      const bare = await watchBarePage(browser, server.siteUrl, plans[0] as Plan, PLAY_MS / 2);
      const measures = [...describeBare(bare)];
      for (const plan of selected) {
        measures.push(...(await measureGame(browser, server.siteUrl, plan)));
      }
      return measures;
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

async function measureGame(browser: Browser, origin: string, plan: Plan): Promise<Measure[]> {
  const plays: GameMeasurements[] = [];
  for (;;) {
    logProgress(`playing ${plan.name}`);
    plays.push(await playGame(browser, origin, plan, { playMs: PLAY_MS, watchMs: WATCH_MS }));
    const measures = await describe(plan, plays);
    if (measures.every(holds) || plays.length === PLAYS_MAX) return measures;
  }
}

async function describe({ name }: Plan, plays: readonly GameMeasurements[]): Promise<Measure[]> {
  const lowest = (value: (play: GameMeasurements) => number) => Math.min(...plays.map(value));
  const [first] = plays as [GameMeasurements];
  const frames = plays.map(({ works }) => works.length).join(' + ');
  const inputs = plays.map(({ framesOfInputs }) => framesOfInputs.length).join(' + ');
  return [
    {
      name: `${name}: work of a frame, p99`,
      value: lowest(({ works }) => percentile(works, 0.99)),
      unit: 'ms',
      bar: { atMost: WORK_BAR_MS },
      note: `median ${lowest(({ works }) => median(works)).toFixed(1)} ms, of ${frames} frames; ${hudItemsOf(first)}`,
    },
    {
      name: `${name}: dropped frames`,
      value: lowest(droppedPercent),
      unit: '%',
      bar: { atMost: DROPPED_BAR_PERCENT },
    },
    {
      name: `${name}: input to next paint`,
      value: lowest(({ framesOfInputs }) => percentile(framesOfInputs, 1)),
      unit: 'frames',
      bar: { atMost: INPUT_BAR_FRAMES },
      note: `the worst of ${inputs}`,
    },
    {
      name: `${name}: ready to play`,
      value: lowest(({ ready }) => ready),
      unit: 'ms',
      bar: { atMost: READY_BAR_MS },
    },
    {
      name: `${name}: scripts after Play, gzipped`,
      value: (await weighScripts(first.scripts)) / 1024,
      unit: 'KB',
      bar: { atMost: SCRIPTS_BAR_KB },
      note: `${first.scripts.length} files`,
    },
  ];
}

const droppedPercent = ({ dropped, due }: FrameCosts): number => (100 * dropped) / due;

/** Returns the HUD's texts, which have no spaces, as 'Score 30, Wave 1'. */
const hudItemsOf = ({ hudTexts }: GameMeasurements): string =>
  hudTexts
    .filter((hudText) => !hudText.startsWith('Best'))
    .map((hudText) => hudText.replace(/^\D+/, '$& ').trim())
    .join(', ');

function describeBare(bare: FrameCosts): Measure[] {
  return [
    {
      name: 'no game, one pixel changes: work of a frame, p99',
      value: percentile(bare.works, 0.99),
      unit: 'ms',
      note: `median ${median(bare.works).toFixed(1)} ms`,
    },
    { name: 'no game, one pixel changes: dropped frames', value: droppedPercent(bare), unit: '%' },
  ];
}
