/**
 * Takes the four pictures of games that are played here while they are played, into
 * content/media/games: `node e2e/game-shots.ts [id…]`. What it writes is committed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, findBrowser } from '../api/testing/find-browser.ts';
import buildOnce from './build-once.ts';
import { openSite } from './site.ts';

const WIDTH = 1280;
const HEIGHT = 720;
/** The colour of every field, see games/kit/view/shell.css. */
const FIELD = '#14110f';
/** The same game each time. */
const SEED = 7;

interface Played {
  /** Modes to be seen, one after the other. */
  modes: (string | null)[];
  /** Keys pressed before each picture, with milliseconds each is held. */
  keys: [key: string, holdMs: number][];
  /** Milliseconds between one round of keys and the picture. */
  waitMs: number;
}

const press = (...keys: string[]): [string, number][] => keys.map((key) => [key, 60]);
const usual: Played = {
  modes: [null],
  keys: [...press('ArrowRight', ' ', 'ArrowLeft', ' ')],
  waitMs: 900,
};
/** How some are played; others get a few keys of every kind. */
const played: Record<number, Partial<Played>> = {
  9: {
    keys: [
      ['ArrowLeft', 900],
      ['ArrowDown', 900],
      ['ArrowRight', 1500],
    ],
    waitMs: 200,
  },
  10: {
    modes: ['classic', 'arcade'],
    keys: [
      ['ArrowRight', 700],
      [' ', 80],
      ['ArrowLeft', 300],
      [' ', 80],
      [' ', 80],
    ],
    waitMs: 700,
  },
  29: { keys: press('4', '5', '3'), waitMs: 1500 },
  33: { keys: press('ArrowRight', 'Enter', 'ArrowDown', 'Enter'), waitMs: 900 },
};

const wanted = process.argv.slice(2).map(Number);
const games = readdirSync('content/games')
  .map((file) => JSON.parse(readFileSync(path.join('content/games', file), 'utf8')))
  .filter(({ id, play }) => play && (wanted.length === 0 || wanted.includes(id)));

async function begin(page: Page, address: string): Promise<boolean> {
  await page.goto(address, { waitUntil: 'networkidle' });
  const play = page.locator('[data-play-game]');
  if ((await play.count()) === 0) return false;
  await play.click();
  await page.locator('.game-button--main').first().click();
  await page.locator('.game-screens').waitFor({ state: 'hidden' });
  return true;
}

async function takeShot(page: Page, file: string): Promise<void> {
  const shot = await page.locator('.game-field').screenshot({ animations: 'allow' });
  const fitted = await sharp(shot)
    .resize(WIDTH, HEIGHT, { fit: 'contain', background: FIELD })
    .avif({ quality: 62, effort: 4 })
    .toBuffer();
  writeFileSync(file, fitted);
}

await buildOnce();
const site = await openSite({ seed: 'demo', owned: true });
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: browserFlags,
});
for (const { id, surname } of games) {
  const { modes, keys, waitMs } = { ...usual, ...played[id] };
  const context = await browser.newContext({
    viewport: { width: 1600, height: 1100 },
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  const each = 4 / modes.length;
  let number = 0;
  for (const mode of modes) {
    const query = mode === null ? `seed=${SEED}` : `mode=${mode}&seed=${SEED}`;
    if (!(await begin(page, `${site.url}/gamecorner/game/${id}?${query}`))) break;
    for (let taken = 0; taken < each; taken += 1) {
      for (const [key, holdMs] of keys) await page.keyboard.press(key, { delay: holdMs });
      await page.waitForTimeout(waitMs);
      number += 1;
      await takeShot(page, `content/media/games/${surname}/${number}.avif`);
    }
  }
  process.stdout.write(`${surname}: ${number} pictures\n`);
  await context.close();
}
await browser.close();
await site.close();
