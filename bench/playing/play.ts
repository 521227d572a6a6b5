import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { countFramesOfInputs, drawOnePixel, listenForTitle } from './in-page.ts';
import type { Action, Plan } from './players.ts';

// Reads the costs of frames on the main thread and dropped frames from Chromium's trace.

/** Trace categories of tasks and frames. Other categories would cost time. */
const TRACED = [
  '-*',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
];

/** Duration of a frame at 60 Hz, in microseconds. */
const FRAME_US = 1e6 / 60;

/** Shortest work that counts without a frame, so that idle time does not hide slow moves. Milliseconds. */
const WORK_MS_MIN = 1;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds; `dur` is elapsed time, `tdur` processor time. */
  ts: number;
  dur?: number;
  tdur?: number;
}

export interface FrameCosts {
  /** Milliseconds of work on the main thread, for each frame. */
  works: number[];
  /** Number of expected frames, and of those that were dropped. */
  due: number;
  dropped: number;
}

const PROCESSOR_SLOWDOWN = 4;
/** Seed of the games, so that each run plays the same games. */
const SEED = 7;

export interface GameMeasurements extends FrameCosts {
  /** Milliseconds from the click on Play to a title screen. */
  ready: number;
  /** Frames from each input to its effect. */
  framesOfInputs: number[];
  /** URLs of the scripts that were loaded after the click. */
  scripts: string[];
  /** Texts of the game's HUD at the end: 'Score12'. */
  hudTexts: string[];
}

/** Opens the page of a game with an empty cache and a processor that is slowed down to a quarter. */
async function openGame(browser: Browser, origin: string, { id, mode }: Pick<Plan, 'id' | 'mode'>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  await page.goto(`${origin}/gamecorner/game/${id}?mode=${mode}&seed=${SEED}`, {
    waitUntil: 'networkidle',
  });
  return page;
}

/** Plays a game for `playMs`, then again for `watchMs` to count the frames until inputs have an effect. */
export async function playGame(
  browser: Browser,
  origin: string,
  plan: Plan,
  { playMs, watchMs }: { playMs: number; watchMs: number },
): Promise<GameMeasurements> {
  const actions = plan.actions(SEED, playMs);
  const watchedActions = plan.watchedActions?.(watchMs) ?? plan.actions(SEED, watchMs);
  const page = await openGame(browser, origin, plan);
  await using context = page.context();
  const scripts = followScripts(context, page);
  const ready = await timeOfTitle(page);
  // The button Play of the title screen has the focus.
  await page.keyboard.press('Enter');
  const field = await waitForStart(page);
  const costs = await traceFrames(browser, page, () =>
    performActions(page, field, actions, playMs),
  );
  const hudTexts = await page.locator('.game-hud__values div').allTextContents();
  await page.evaluate(countFramesOfInputs(plan.effect));
  await page.locator('.game-hud__buttons button').nth(1).click();
  await performActions(page, await waitForStart(page), watchedActions, watchMs);
  const framesOfInputs = await page.evaluate<number[]>('window.framesOfInputs');
  return { ...costs, ready, framesOfInputs, scripts: [...scripts], hudTexts };
}

/** Measures the same page without a game: the costs of frames and of inputs without an effect. */
export async function watchBarePage(
  browser: Browser,
  origin: string,
  plan: Plan,
  playMs: number,
): Promise<FrameCosts> {
  const page = await openGame(browser, origin, plan);
  await using _context = page.context();
  await page.evaluate(drawOnePixel);
  const field = await boxOf(page, '[data-stage]');
  return await traceFrames(browser, page, () =>
    performActions(page, field, plan.actions(SEED, playMs), playMs),
  );
}

/** Returns the size of scripts in bytes after gzip -9. */
export async function weighScripts(urls: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const url of urls) {
    const body = await (await fetch(url)).text();
    // React is shared with the rest of the site and therefore not counted.
    if (!body.includes('react.dev/errors')) bytes += gzipSync(body, { level: 9 }).length;
  }
  return bytes;
}

function followScripts(context: BrowserContext, page: Page): Set<string> {
  const scripts = new Set<string>();
  context.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  page.on('worker', (worker) => scripts.add(worker.url()));
  return scripts;
}

/** Clicks Play without hovering before, which would preload the game. */
async function timeOfTitle(page: Page): Promise<number> {
  await page.evaluate(listenForTitle);
  const { x, y, width, height } = await boxOf(page, '[data-play-game]');
  await page.mouse.click(x + width / 2, y + height / 2);
  return page.evaluate<number>('window.titleShown');
}

async function traceFrames(browser: Browser, page: Page, play: () => Promise<void>) {
  await browser.startTracing(page, { categories: [...TRACED] });
  await play();
  return readFrames(await browser.stopTracing());
}

/**
 * Waits until the game has started. The page is not queried afterwards, because Playwright's scripts need
 * about fifty milliseconds for the first query.
 */
async function waitForStart(page: Page): Promise<Box> {
  await page.locator('.game[data-phase="playing"]').waitFor();
  return boxOf(page, '.game-stage');
}

/** Performs inputs at their times, and waits until `durationMs` have passed. */
async function performActions(
  page: Page,
  field: Box,
  actions: readonly Action[],
  durationMs: number,
): Promise<void> {
  const startedAt = performance.now();
  for (const { atMs, ...input } of actions) {
    await pause(Math.max(0, startedAt + atMs - performance.now()));
    if ('press' in input) await page.keyboard.press(input.press);
    if ('hold' in input) await page.keyboard.down(input.hold);
    if ('release' in input) await page.keyboard.up(input.release);
    const position = 'aim' in input ? input.aim : 'shoot' in input ? input.shoot : null;
    if (position) {
      await page.mouse.move(
        field.x + position[0] * field.width,
        field.y + position[1] * field.height,
      );
    }
    if ('shoot' in input) {
      await page.mouse.down();
      await page.mouse.up();
    }
  }
  await pause(Math.max(0, startedAt + durationMs - performance.now()));
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(page: Page, selector: string): Promise<Box> {
  const box = await page.locator(selector).last().boundingBox();
  if (!box) throw new Error(`nothing to be seen: ${selector}`);
  return box;
}

/**
 * Returns the costs of all frames. A frame contains all work of the main thread until the next frame, at
 * most a sixtieth of a second: script, style, layout, paint, commit, input, timers and garbage collection.
 */
function readFrames(trace: Buffer): FrameCosts {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const eventsNamed = (name: string) =>
    traceEvents
      .filter((event) => event.name === name)
      .toSorted((first, second) => first.ts - second.ts);
  const frameStarts = eventsNamed('BeginMainThreadFrame');
  const [page] = frameStarts;
  if (!page) throw new Error('the trace holds no frame');
  const tasks = eventsNamed('RunTask').filter(
    ({ pid, tid }) => pid === page.pid && tid === page.tid,
  );
  const works: number[] = [];
  let frames = 0;
  let end = page.ts;
  let work = 0;
  let hasFrame = false;
  const close = () => {
    if (hasFrame || work >= WORK_MS_MIN) works.push(work);
    work = 0;
    hasFrame = false;
  };
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    if (ts + dur < page.ts) continue;
    // The event that begins a frame is inside of a task.
    const begins = (frameStarts[frames]?.ts ?? Number.POSITIVE_INFINITY) <= ts + dur;
    if (begins || ts >= end) {
      close();
      end = ts + FRAME_US;
    }
    if (begins) {
      hasFrame = true;
      while ((frameStarts[frames]?.ts ?? Number.POSITIVE_INFINITY) <= ts + dur) frames += 1;
    }
    work += tdur / 1000;
  }
  close();
  return {
    works,
    due: eventsNamed('DrawFrame').length + eventsNamed('DroppedFrame').length,
    dropped: eventsNamed('DroppedFrame').length,
  };
}
