import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Act } from './acts.ts';
import { countFramesOfInputs, drawOnePixel, listenForTitle } from './in-page.ts';
import type { Plan } from './plans.ts';
import { type FrameCosts, readFrames, TRACED } from './trace.ts';

const PROCESSOR_SLOWDOWN = 4;
/** The same games each time. */
const SEED = 7;

/** What one game was measured to be. */
export interface Played extends FrameCosts {
  /** Milliseconds from the click on Play to a title screen. */
  ready: number;
  /** For each input, the frames until its effect is seen. */
  framesOfInputs: number[];
  /** Addresses of scripts that came after the click. */
  scripts: string[];
  /** What the bar of the game said in the end: 'Score12'. */
  readouts: string[];
}

/** Opens the page of a game in a browser that knows nothing of it yet, on a processor a quarter as fast. */
async function openGame(browser: Browser, origin: string, { id, mode }: Pick<Plan, 'id' | 'mode'>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  await page.goto(`${origin}/gamecorner/game/${id}?mode=${mode}&seed=${SEED}`, {
    waitUntil: 'networkidle',
  });
  return { context, page };
}

/** Plays a game for so many milliseconds, and once more to see how soon inputs are answered. */
export async function playGame(
  browser: Browser,
  origin: string,
  plan: Plan,
  { playMs, watchMs }: { playMs: number; watchMs: number },
): Promise<Played> {
  const acts = plan.acts(SEED, playMs);
  const watched = plan.watchedActs?.(watchMs) ?? plan.acts(SEED, watchMs);
  const { context, page } = await openGame(browser, origin, plan);
  try {
    const scripts = followScripts(context, page);
    const ready = await timeOfTitle(page);
    // The title's Play has the focus.
    await page.keyboard.press('Enter');
    const field = await beginning(page);
    const costs = await traceFrames(browser, page, () => act(page, field, acts, playMs));
    const readouts = await page.locator('.game-bar__readouts div').allTextContents();
    await page.evaluate(countFramesOfInputs(plan.sight));
    await page.locator('.game-bar__buttons button').nth(1).click();
    await act(page, await beginning(page), watched, watchMs);
    const framesOfInputs = await page.evaluate<number[]>('window.framesOfInputs');
    return { ...costs, ready, framesOfInputs, scripts: [...scripts], readouts };
  } finally {
    await context.close();
  }
}

/** The same page without a game: what frames cost by themselves, and keys that mean nothing there. */
export async function watchBarePage(
  browser: Browser,
  origin: string,
  plan: Plan,
  playMs: number,
): Promise<FrameCosts> {
  const { context, page } = await openGame(browser, origin, plan);
  try {
    await page.evaluate(drawOnePixel);
    const field = await boxOf(page, '[data-stage]');
    return await traceFrames(browser, page, () =>
      act(page, field, plan.acts(SEED, playMs), playMs),
    );
  } finally {
    await context.close();
  }
}

/** Weighs scripts as they would travel. @returns bytes after gzip -9 */
export async function weighScripts(addresses: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const address of addresses) {
    const body = await (await fetch(address)).text();
    // React is shared with the rest of the site, and not counted.
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

/** Clicks where Play is, without coming near it before: nothing of the game is fetched in advance. */
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
 * Waits until the game has begun. Nothing in the page is asked for from here on: each such question
 * begins with some fifty milliseconds of the asking library's own scripts, which are no work of a game.
 */
async function beginning(page: Page): Promise<Box> {
  await page.locator('.game[data-phase="playing"]').waitFor();
  return boxOf(page, '.game-stage');
}

/** Plays a game for so many milliseconds. */
async function act(page: Page, field: Box, acts: readonly Act[], lastsMs: number): Promise<void> {
  const begun = performance.now();
  for (const { atMs, ...what } of acts) {
    await pause(Math.max(0, begun + atMs - performance.now()));
    if ('press' in what) await page.keyboard.press(what.press);
    if ('hold' in what) await page.keyboard.down(what.hold);
    if ('release' in what) await page.keyboard.up(what.release);
    const place = 'aim' in what ? what.aim : 'shoot' in what ? what.shoot : null;
    if (place) {
      await page.mouse.move(field.x + place[0] * field.width, field.y + place[1] * field.height);
    }
    if ('shoot' in what) {
      await page.mouse.down();
      await page.mouse.up();
    }
  }
  await pause(Math.max(0, begun + lastsMs - performance.now()));
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
