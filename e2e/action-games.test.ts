import type { Page } from '@playwright/test';
import * as birdShooting from '../games/bird-shooting/engine.ts';
import { PARTS, SKY_HEIGHT, SKY_WIDTH, shotAt } from '../games/kit/birds.ts';
import { expect, lookingTest as test } from './site.ts';

test.use({ hasTouch: true });

const TICK_MS = 1000 / 60;
/** A frame in so many milliseconds: a game makes up for five ticks at once, and more are not drawn. */
const FRAME_MS = 80;
/** The page's clock goes on by so much between two shots or blows. */
const TURN_MS = 3 * FRAME_MS;

/** Lets the time of the game pass, in as few frames as it takes. */
async function pass(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= FRAME_MS) await page.clock.fastForward(FRAME_MS);
}

/** Begins a game whose clock stands still, so that its seconds pass only when the test says so. */
async function play(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('[data-play-game]').click();
  const begin = page.getByRole('button', { name: 'Play', exact: true });
  await expect(begin).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await begin.click();
  await expect(page.locator('.game')).toHaveAttribute('data-phase', 'playing');
}

const readout = (page: Page, name: string) =>
  page.locator('.game-bar__readouts > div', { hasText: name }).locator('dd');
const ending = (page: Page, words: string) => page.getByRole('heading', { level: 2, name: words });

test('birds are shot by finger, by key, or not at all; blows beside end the garden', async ({
  page,
}) => {
  // What the engine makes of the same shots says where each bird is when it is aimed at.
  await play(page, '/gamecorner/game/28?mode=classic&seed=1');
  const field = page.locator('.game-canvas');
  let state = birdShooting.start(1, { mode: 'classic' });
  let passedMs = 0;
  let ticks = 0;
  while (birdShooting.outcomeOf(state) === 'playing') {
    await pass(page, TURN_MS);
    passedMs += TURN_MS;
    for (; ticks < Math.floor(passedMs / TICK_MS); ticks++) state = birdShooting.step(state, 0);
    const target = state.birds.find(
      ({ is, x }) => is === 'flying' && x > 40 * PARTS && x < (SKY_WIDTH - 40) * PARTS,
    );
    if (!target || state.phase !== 'round') continue;
    const [x, y] = [Math.floor(target.x / PARTS), Math.floor(target.y / PARTS)];
    state = birdShooting.step(state, shotAt(x, y));
    ticks++;
    // Where it is now: the page brings it into sight while it begins.
    const box = await field.boundingBox();
    if (!box) throw new Error('no field');
    await page.touchscreen.tap(
      box.x + (x / SKY_WIDTH) * box.width,
      box.y + (y / SKY_HEIGHT) * box.height,
    );
  }
  await pass(page, TURN_MS);
  await expect(ending(page, 'Well shot')).toBeVisible();

  // Nobody shoots: time is up. A look elsewhere holds the game meanwhile.
  await play(page, '/gamecorner/game/28?mode=classic&seed=1');
  await pass(page, 3000);
  await page.getByRole('link', { name: 'Store' }).focus();
  await expect(ending(page, 'Paused')).toBeVisible();
  await page.clock.fastForward(20_000);
  await page.getByRole('button', { name: 'Resume' }).click();
  await pass(page, 6000);
  await expect(ending(page, 'Time is up')).toBeVisible();

  // By keys: Space fires, X loads.
  await play(page, '/gamecorner/game/30?seed=1');
  await pass(page, 2500);
  await page.keyboard.press('Space');
  await pass(page, 200);
  await page.keyboard.press('x');
  await pass(page, 100);
  const said = page.locator('.game > [role="status"]');
  await expect(said).toHaveText('Wave 1 of 8.');
  await pass(page, 1500);
  await expect(said).toHaveText('Loaded.');

  await play(page, '/gamecorner/game/27?seed=1');
  await pass(page, 1600);
  // The same hole again and again: nobody turns up twice in a row in one.
  for (let blow = 0; blow < 40 && (await ending(page, 'Too many misses').count()) === 0; blow++) {
    await page.keyboard.press('1');
    await pass(page, TURN_MS);
  }
  await expect(ending(page, 'Too many misses')).toBeVisible();
  await expect(readout(page, 'Misses')).toHaveText('12 of 12');
});
