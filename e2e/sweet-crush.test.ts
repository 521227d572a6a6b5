import type { Page } from '@playwright/test';
import { keptSwaps, type Swap, swapOf } from '../games/sweet-crush/board.ts';
import * as engine from '../games/sweet-crush/engine.ts';
import { expect, lookingTest as test } from './site.ts';

// Confetti and falls are the same in each: one look at them is enough, and thirty swaps take long.
test.use({ hasTouch: true, contextOptions: { reducedMotion: 'reduce' } });

/** A swap, a match and a refill, and the frames between them. */
const FIRST_MS = 200;
const MATCH_MS = 1250;
/** Where the cursor is at first. */
const FIRST_CELL = 27;

/** Opens a game's title screen. */
async function openTitle(page: Page, query: string): Promise<void> {
  await page.goto(`/gamecorner/game/8${query}`);
  await page.locator('[data-play-game]').click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
}

/** Begins it, and lets its first picture be drawn. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('.game')).toHaveAttribute('data-phase', 'playing');
  await page.clock.runFor(100);
}

const cellAt = (page: Page, cell: number) => page.locator(`[data-square="${cell}"]`);
const readout = (page: Page, name: string) =>
  page.locator('.game-bar__readouts > div', { hasText: name }).locator('dd');
const said = (page: Page) => page.locator('.game > [role="status"]');
const ending = (page: Page, words: string) => page.getByRole('heading', { level: 2, name: words });

/** Lets the page's board settle after a swap, and says where it is then. */
async function settle(page: Page, state: engine.State, input: number): Promise<engine.State> {
  let after = engine.step(state, input);
  let matches = 0;
  // A tap may be heard a moment after it was made.
  await expect(readout(page, 'Swaps')).toHaveText(`${after.swaps}`);
  while (after.phase !== 'settled') {
    after = engine.step(after, engine.SETTLE);
    if (after.phase === 'cleared') matches++;
  }
  await page.clock.runFor(FIRST_MS + matches * MATCH_MS);
  await expect(readout(page, 'Score')).toHaveText(`${engine.scoreOf(after)}`);
  return after;
}

/** Walks from cell to cell by arrows. */
async function walk(page: Page, from: number, to: number): Promise<void> {
  const down = Math.floor(to / 8) - Math.floor(from / 8);
  const right = (to % 8) - (from % 8);
  const press = async (key: string, times: number) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  };
  await press(down > 0 ? 'ArrowDown' : 'ArrowUp', Math.abs(down));
  await press(right > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(right));
}

test('sweets are crushed by keys to the last swap, and by finger, pad and swipe until none is left', async ({
  page,
}) => {
  // Some seconds on a quiet machine, and many acts that each take their time on a busy one.
  test.slow();
  // Thirty swaps by keys: Enter on both at first, W A S D at once from then on.
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  await openTitle(page, '?mode=classic&seed=8');
  // From here on sweets come down only when the test says so.
  await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'));
  await begin(page);
  let state = engine.start(8, { mode: 'classic' });
  let cursor = FIRST_CELL;
  await expect(
    page.getByRole('gridcell', { name: 'gem, row 4, column 4', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('h');
  state = engine.step(state, engine.HINT);
  const hinted = (swapOf(state.hint ?? -1) as Swap).cell;
  await expect(said(page)).toHaveText(/^Swap the \w+ in row \d, column \d with its/);
  await expect(cellAt(page, hinted)).toBeFocused();
  cursor = hinted;
  while (engine.outcomeOf(state) === 'playing') {
    const input = nearestSwap(state, cursor);
    const { cell, other } = swapOf(input) as Swap;
    const isAcross = other === cell + 1;
    await walk(page, cursor, cell);
    if (state.swaps > 28) {
      await page.keyboard.press('Enter');
      await expect(cellAt(page, cell)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press(isAcross ? 'ArrowRight' : 'ArrowDown');
      await page.keyboard.press('Enter');
      state = await settle(page, state, input);
      await expect(said(page)).toHaveText(new RegExp(`points\\. ${state.swaps} swaps left\\.$`));
      cursor = other;
      continue;
    }
    await page.keyboard.press(isAcross ? 'd' : 's');
    state = await settle(page, state, input);
    cursor = other;
  }
  await expect(ending(page, 'Thirty swaps!')).toBeVisible();

  // A level by finger: a swap that makes no line is shaken off, and what was chosen stays chosen.
  await openTitle(page, '?mode=levels&seed=8');
  await begin(page);
  state = engine.start(8, { mode: 'levels' });
  await page.locator('.sweets-board').scrollIntoViewIfNeeded();
  await tap(page, 0);
  await tap(page, 1);
  await expect(said(page)).toHaveText('No line of three: leaf and toffee stay where they are.');
  await page.clock.runFor(200);
  await expect(cellAt(page, 0)).toHaveAttribute('aria-selected', 'true');
  await tap(page, 0);
  await expect(cellAt(page, 0)).toHaveAttribute('aria-selected', 'false');
  while (engine.outcomeOf(state) === 'playing') {
    const input = worstSwap(state);
    const { cell, other } = swapOf(input) as Swap;
    if (state.swaps === 12) await swipe(page, cell, other);
    else {
      await tap(page, cell);
      await tap(page, other);
    }
    state = await settle(page, state, input);
  }
  await expect(ending(page, 'Out of swaps')).toBeVisible();

  // The pad is there when somebody asks for it.
  await page.getByRole('button', { name: 'Play again' }).click();
  await page.clock.runFor(100);
  await page.getByRole('button', { name: 'On-screen pad' }).click();
  const pad = page.getByRole('group', { name: 'On-screen pad' });
  await pad.getByRole('button', { name: 'Choose' }).click();
  await expect(page.getByRole('gridcell', { name: /chosen/ })).toHaveCount(1);
  await pad.getByRole('button', { name: 'Hint' }).click();
  await page.clock.runFor(100);
  await expect(page.getByRole('button', { name: 'Hint (2)' })).toBeDisabled();
});

/** So that arrows have the shortest way. */
function nearestSwap(state: engine.State, cursor: number): number {
  const way = (input: number) => {
    const { cell } = swapOf(input) as Swap;
    const down = Math.floor(cell / 8) - Math.floor(cursor / 8);
    return Math.abs(down) + Math.abs((cell % 8) - (cursor % 8));
  };
  return keptSwaps(state.cells).reduce((near, input) => (way(input) < way(near) ? input : near));
}

function worstSwap(state: engine.State): number {
  const scoreAfter = (input: number) => {
    let after = engine.step(state, input);
    while (after.phase !== 'settled') after = engine.step(after, engine.SETTLE);
    return engine.scoreOf(after);
  };
  return keptSwaps(state.cells).reduce((worst, input) =>
    scoreAfter(input) < scoreAfter(worst) ? input : worst,
  );
}

/** The middle of a cell. */
async function placeOf(page: Page, cell: number): Promise<[x: number, y: number]> {
  const box = await cellAt(page, cell).boundingBox();
  if (!box) throw new Error('no such cell');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function tap(page: Page, cell: number): Promise<void> {
  await page.touchscreen.tap(...(await placeOf(page, cell)));
}

async function swipe(page: Page, cell: number, other: number): Promise<void> {
  await page.mouse.move(...(await placeOf(page, cell)));
  await page.mouse.down();
  await page.mouse.move(...(await placeOf(page, other)), { steps: 4 });
  await page.mouse.up();
}
