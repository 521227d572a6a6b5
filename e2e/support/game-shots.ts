/**
 * Takes four screenshots of each playable game and writes their variants to content/media/games, which are
 * committed: `node e2e/support/game-shots.ts [id…]`. SITE_URL selects a site that is already running.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  type ScreenshotNumber,
  screenshotNumbers,
  writeScreenshot,
} from '../../api/images/game-images.ts';
import { launchBrowser } from '../../api/testing/find-browser.ts';
import buildOnce from './build-once.ts';
import { openSite } from './site.ts';
import { SITE_ORIGIN, startSiteProxy } from './site-proxy.ts';

/** Seed of every game, so that each run shows the same one. */
const SEED = 7;

/** Actions before one screenshot. */
interface ScreenshotActions {
  /** Mode of a new game; without it, the game continues. */
  mode?: string;
  keys: [key: string, holdMs: number][];
  /** Delay before the screenshot, in milliseconds. */
  waitMs: number;
}

const press = (...keys: string[]): ScreenshotActions => ({
  keys: keys.map((key): [string, number] => [key, 60]),
  waitMs: 1200,
});
const hold = (...keys: [string, number][]): ScreenshotActions => ({ keys, waitMs: 250 });
const fire: [string, number] = [' ', 60];

/** Actions for games by id; other games get a few keys of every kind. */
const actionsById: Record<number, ScreenshotActions[]> = {
  8: [
    { ...press('ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'd'), mode: 'levels', waitMs: 4500 },
    { ...press('ArrowDown', 'ArrowDown', 'd'), waitMs: 300 },
    { ...press('h'), mode: 'classic' },
    { ...press('ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'd'), mode: 'classic', waitMs: 300 },
  ],
  9: [
    { ...hold(['ArrowLeft', 4000]), mode: 'arcade' },
    { ...hold(['ArrowRight', 3500], ['ArrowUp', 2500]), mode: 'arcade' },
    hold(['ArrowLeft', 1500], ['ArrowUp', 1500]),
    { ...hold(['ArrowLeft', 3500], ['ArrowDown', 3000]), mode: 'classic' },
  ],
  10: [
    { ...hold(['ArrowRight', 600], fire, ['ArrowLeft', 400], fire), mode: 'arcade' },
    hold(fire, ['ArrowLeft', 700], fire, fire),
    hold(fire, ['ArrowRight', 900], fire, fire),
    { ...hold(['ArrowLeft', 600], fire), mode: 'classic' },
  ],
  27: [2500, 3000, 3500, 4100].map((waitMs) => ({ mode: 'garden', keys: [], waitMs })),
  28: [1200, 1900, 2600, 3300].map((waitMs) => ({ mode: 'classic', keys: [], waitMs })),
  29: [press('4'), press('5'), press('3'), press('6')],
  30: [1500, 2400, 3300, 4200].map((waitMs) => ({ mode: 'waves', keys: [], waitMs })),
  33: [
    press('ArrowRight', 'Enter', 'ArrowDown', 'Enter'),
    press('ArrowLeft', 'Enter', 'ArrowUp', 'Enter'),
    press('ArrowUp', 'Enter', 'ArrowRight', 'Enter'),
    press('ArrowLeft', 'ArrowLeft', 'Enter', 'ArrowDown', 'Enter'),
  ],
};
const defaultActions = [1, 2, 3, 4].map(() => press('ArrowRight', ' ', 'ArrowLeft', ' '));

const requestedIds = process.argv.slice(2).map(Number);
const games = readdirSync('content/games')
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(path.join('content/games', file), 'utf8')))
  .filter(({ id, play }) => play && (requestedIds.length === 0 || requestedIds.includes(id)));

async function begin(page: Page, url: string): Promise<boolean> {
  await page.goto(url, { waitUntil: 'networkidle' });
  const play = page.locator('[data-play-game]');
  if ((await play.count()) === 0) return false;
  await play.click();
  await page.locator('.game-button--main').first().click();
  await page.locator('.game-screens').waitFor({ state: 'hidden' });
  return true;
}

/** Takes a screenshot of the field. */
async function takeScreenshot(page: Page, game: string, number: ScreenshotNumber): Promise<void> {
  await writeScreenshot(
    game,
    number,
    await page.locator('.game-field').screenshot({ animations: 'allow' }),
  );
}

const running = process.env.SITE_URL;
const clearBuild = running ? null : buildOnce();
const site = running ? null : await openSite({ seed: 'demo', hasOwner: true });
const siteProxy = await startSiteProxy();
siteProxy.site = site;
const url = running ?? SITE_ORIGIN;
const browser = await launchBrowser(site ? { proxy: { server: siteProxy.server } } : {});
for (const { id, surname } of games) {
  const actions = actionsById[id] ?? defaultActions;
  const context = await browser.newContext({
    viewport: { width: 1600, height: 1100 },
    deviceScaleFactor: 1.5,
  });
  const page = await context.newPage();
  let count = 0;
  for (const [index, { mode, keys, waitMs }] of actions.entries()) {
    if (mode !== undefined || index === 0) {
      const query = `seed=${SEED}${mode === undefined ? '' : `&mode=${mode}`}`;
      if (!(await begin(page, `${url}/gamecorner/game/${id}?${query}`))) break;
    }
    for (const [key, holdMs] of keys) await page.keyboard.press(key, { delay: holdMs });
    await page.waitForTimeout(waitMs);
    const number = screenshotNumbers[count];
    if (number === undefined) break;
    await takeScreenshot(page, surname, number);
    count += 1;
  }
  process.stdout.write(`${surname}: ${count} screenshots\n`);
  await context.close();
}
await browser.close();
siteProxy.close();
await site?.close();
clearBuild?.();
process.exit();
