import { type Browser, chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '../api/testing/find-browser.ts';
import { type Plan, plans } from './playing/plans.ts';
import { type Played, playGame, watchBarePage, weighScripts } from './playing/play.ts';
import type { FrameCosts } from './playing/trace.ts';
import { holds, type Measure, say } from './stage/report.ts';
import type { Bench } from './stage/stage.ts';
import { median, percentile } from './stage/statistics.ts';

const WORK_BAR_MS = 12;
const DROPPED_BAR_PERCENT = 1;
const INPUT_BAR_FRAMES = 2;
const READY_BAR_MS = 1000;
const SCRIPTS_BAR_KB = 60;

const PLAY_MS = 7000;
const WATCH_MS = 4500;
/** Whatever else the machine does only adds: a game that misses a bar is played again, and its least counts. */
const MOST_PLAYS = 3;

/**
 * The games, played by scripts in Chromium on a processor a quarter as fast.
 *
 * The work of a frame comes from Chromium's own trace, as the processor time of the main thread's
 * tasks: hooks in the page see their own scripts but neither style, layout, paint, commit nor garbage
 * collection, `longtask` begins at 50 ms, and the clock also counts what other processes take on two
 * cores. Dropped frames are those that the compositor calls so. Without a GPU canvases are drawn by the
 * processor, so that drawing counts. What frames cost without a game stands beside.
 */
export const games: Bench = {
  title: 'Games, processor slowed down 4 times',
  async measure(stage) {
    const server = await stage.start(await stage.site(100));
    const executablePath = findBrowser();
    const browser = await chromium.launch({
      args: browserFlags,
      ...(executablePath && { executablePath }),
    });
    try {
      const shown = plans.slice(0, stage.short ? 2 : plans.length);
      say('a page without a game');
      const bare = await watchBarePage(browser, server.siteUrl, plans[0] as Plan, PLAY_MS / 2);
      const measures = [...describeBare(bare)];
      for (const plan of shown) {
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
  const plays: Played[] = [];
  for (;;) {
    say(`playing ${plan.name}`);
    plays.push(await playGame(browser, origin, plan, { playMs: PLAY_MS, watchMs: WATCH_MS }));
    const measures = await describe(plan, plays);
    if (measures.every(holds) || plays.length === MOST_PLAYS) return measures;
  }
}

async function describe({ name }: Plan, plays: readonly Played[]): Promise<Measure[]> {
  const least = (of: (played: Played) => number) => Math.min(...plays.map(of));
  const [first] = plays as [Played];
  const frames = plays.map(({ works }) => works.length).join(' + ');
  const inputs = plays.map(({ framesOfInputs }) => framesOfInputs.length).join(' + ');
  return [
    {
      name: `${name}: work of a frame, p99`,
      value: least(({ works }) => percentile(works, 0.99)),
      unit: 'ms',
      bar: { atMost: WORK_BAR_MS },
      note: `median ${least(({ works }) => median(works)).toFixed(1)} ms, of ${frames} frames; ${readoutsOf(first)}`,
    },
    {
      name: `${name}: dropped frames`,
      value: least(droppedPercent),
      unit: '%',
      bar: { atMost: DROPPED_BAR_PERCENT },
    },
    {
      name: `${name}: input to picture`,
      value: least(({ framesOfInputs }) => percentile(framesOfInputs, 1)),
      unit: 'frames',
      bar: { atMost: INPUT_BAR_FRAMES },
      note: `the worst of ${inputs}`,
    },
    {
      name: `${name}: ready to play`,
      value: least(({ ready }) => ready),
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

/** 'Score 30, Wave 1' out of what stands there without blanks. */
const readoutsOf = ({ readouts }: Played): string =>
  readouts
    .filter((readout) => !readout.startsWith('Best'))
    .map((readout) => readout.replace(/^\D+/, '$& ').trim())
    .join(', ');

function describeBare(bare: FrameCosts): Measure[] {
  return [
    {
      name: 'no game, one pixel changes: work of a frame, p99',
      value: percentile(bare.works, 0.99),
      unit: 'ms',
      note: `median ${median(bare.works).toFixed(1)} ms`,
    },
    {
      name: 'no game, one pixel changes: dropped frames',
      value: droppedPercent(bare),
      unit: '%',
    },
  ];
}
