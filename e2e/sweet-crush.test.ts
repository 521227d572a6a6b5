import type { Page } from '@playwright/test';
import { PRIMARY } from '../games/kit/intents.ts';
import { type Swap, swapOf, validSwaps } from '../games/sweet-crush/board.ts';
import {
  CELLS,
  CONFETTI_MS,
  HINTS,
  MATCH_CHECK_MS,
  REFILL_MS,
  SIDE,
} from '../games/sweet-crush/constants.ts';
import * as engine from '../games/sweet-crush/engine.ts';
import { goalsOf } from '../games/sweet-crush/state.ts';
import {
  beginsInSilence,
  boardTold,
  FRAME_MS,
  openTitle,
  type Seat,
  walked,
} from './game-player.ts';
import { scriptedPad } from './scripted-devices.ts';
import { expect, lookingTest as test } from './site.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 900 } });
// Some seconds on a quiet machine, and many acts that each take their time on a busy one.
test.slow();

/** Where the cursor is at first. */
const FIRST_CELL = 27;
/** A seed by which somebody who looks one swap ahead finishes all levels. */
const SEED = 23;
/** The classic game has so many swaps, and each device makes so many of them. */
const SWAPS = 30;
const OPENING_SWAPS = 4;

/** One swap of a game that was thought through: its cells, and the frames until the board has settled. */
interface Move extends Swap {
  frames: number;
  swapsLeft: number;
}
interface Played {
  moves: Move[];
  end: engine.State;
}

/** The board after a swap, once nothing moves any more, and how many matches came of it. */
function settled(state: engine.State, input: number): { after: engine.State; matches: number } {
  let after = engine.step(state, input);
  let matches = 0;
  while (after.phase !== 'settled') {
    after = engine.step(after, engine.SETTLE);
    if (after.phase === 'cleared') matches++;
  }
  return { after, matches };
}

/** Each stage is drawn with a frame, and seen for its time. */
function framesOf(matches: number): number {
  const swapMs = FRAME_MS + MATCH_CHECK_MS;
  const matchMs = 2 * FRAME_MS + CONFETTI_MS + REFILL_MS - CONFETTI_MS + MATCH_CHECK_MS;
  return Math.ceil((swapMs + matches * matchMs) / FRAME_MS) + 2;
}

/** A game whose swaps are those worth most: all of it, or its first swaps. */
function played(
  mode: engine.Options['mode'],
  worthOf: (after: engine.State, before: engine.State, way: number) => number,
  swaps = Number.POSITIVE_INFINITY,
): Played {
  let state = engine.start(SEED, { mode });
  let cursor = FIRST_CELL;
  const moves: Move[] = [];
  while (engine.outcomeOf(state) === 'playing' && moves.length < swaps) {
    let best = { worth: Number.NEGATIVE_INFINITY, input: -1 };
    for (const input of validSwaps(state.cells)) {
      const { cell } = swapOf(input) as Swap;
      const down = Math.floor(cell / SIDE) - Math.floor(cursor / SIDE);
      const way = Math.abs(down) + Math.abs((cell % SIDE) - (cursor % SIDE));
      const worth = worthOf(settled(state, input).after, state, way);
      if (worth > best.worth) best = { worth, input };
    }
    const swap = swapOf(best.input) as Swap;
    const { after, matches } = settled(state, best.input);
    moves.push({ ...swap, frames: framesOf(matches), swapsLeft: state.swaps - 1 });
    cursor = swap.other;
    state = after;
  }
  return { moves, end: state };
}

const nearest = (_after: engine.State, _before: engine.State, way: number) => -way;
const worst = (after: engine.State) => -engine.scoreOf(after);
/** What brings goals nearest, and then what is near. */
function ablest(after: engine.State, before: engine.State, way: number): number {
  if (after.level > before.level || after.end === 'won') return 1000;
  const shares = goalsOf(after).map(({ count }, goal) =>
    Math.min(1, (after.done[goal] ?? 0) / count),
  );
  return shares.reduce((sum, share) => sum + share, 0) - 0.002 * way;
}

const cellAt = (page: Page, cell: number) => page.locator(`[data-square="${cell}"]`);

/** Plays it by keys: Enter on both sweets at first, then W A S D at once. */
async function playByKeys({ page, frames }: Seat, { moves }: Played): Promise<void> {
  let cursor = FIRST_CELL;
  for (const [index, { cell, other, frames: count }] of moves.entries()) {
    const down = Math.floor(cell / SIDE) - Math.floor(cursor / SIDE);
    const right = (cell % SIDE) - (cursor % SIDE);
    const press = async (key: string, times: number) => {
      for (let time = 0; time < times; time++) await page.keyboard.press(key);
    };
    await press(down > 0 ? 'ArrowDown' : 'ArrowUp', Math.abs(down));
    await press(right > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(right));
    const isAcross = other === cell + 1;
    if (index < 2) {
      await page.keyboard.press('Enter');
      await expect(cellAt(page, cell)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press(isAcross ? 'ArrowRight' : 'ArrowDown');
      await page.keyboard.press('Enter');
    } else await page.keyboard.press(isAcross ? 'd' : 's');
    await frames(count);
    cursor = other;
  }
}

/** Plays it by finger: a tap on both sweets, and the last time a swipe from one to the other. */
async function playByFinger(seat: Seat, { moves }: Played): Promise<void> {
  const { page, middleOf, swipe, tap } = seat;
  for (const [index, { cell, other, frames, swapsLeft }] of moves.entries()) {
    const [from, to] = [await middleOf(cellAt(page, cell)), await middleOf(cellAt(page, other))];
    if (index === moves.length - 1) await swipe(from, to);
    else {
      // A tap is heard a moment after it was made.
      await tap(from);
      await expect(cellAt(page, cell)).toHaveAttribute('aria-selected', 'true');
      await tap(to);
    }
    if (swapsLeft > 0) {
      await expect
        .poll(
          seat.aFrameOn(() => seat.readout('Swaps').textContent()),
          { intervals: [10] },
        )
        .toBe(`${swapsLeft}`);
    }
    await seat.frames(frames);
  }
}

/** The frames of a game by pad or gamepad: walks, and presses on both sweets. */
function scriptOf({ moves }: Played): number[] {
  let cursor = FIRST_CELL;
  return moves.flatMap(({ cell, other, frames }) => {
    const way = walked(SIDE, cursor, cell);
    cursor = other;
    return [
      ...way,
      PRIMARY,
      0,
      ...walked(SIDE, cell, other),
      PRIMARY,
      ...new Array<number>(frames).fill(0),
    ];
  });
}

/** The ways to play a game but the gamepad, which needs the fewest messages to the browser. */
const devicesOf = (seat: Seat) => ({
  keys: (game: Played) => playByKeys(seat, game),
  finger: (game: Played) => playByFinger(seat, game),
  pad: (game: Played) => seat.play(seat.pad(), scriptOf(game)),
});

test('sweets are crushed to both ends by gamepad, and swapped by keys, finger and pad', {
  tag: '@verify',
}, async ({ page }) => {
  const won = played('classic', nearest);
  const lost = played('levels', worst);
  const all = played('levels', ablest);
  expect([won, lost, all].map(({ end }) => end.end)).toEqual(['won', 'lost', 'won']);
  const opening = played('classic', nearest, OPENING_SWAPS);

  const seat = await openTitle(page, `/gamecorner/game/8?mode=classic&seed=${SEED}`);
  const { frames, press, tells } = seat;
  await beginsInSilence(seat);
  await frames(2);

  // All of it is told: rows of sweets, a hint, what a swap brings, and what brings nothing.
  const first = engine.start(SEED, { mode: 'classic' });
  const told = await boardTold(seat);
  expect(told.board).toBe('Board of 8 rows and 8 columns');
  expect(told.rows.map((row) => row.length)).toEqual(new Array(SIDE).fill(SIDE));
  expect(told.rows[7]?.[0]).toMatch(/^(ball|gem|toffee|flower|leaf|star), row 8, column 1$/);
  expect(told.focused).toMatch(/, row 4, column 4$/);
  expect(told.live).toContain('polite');
  await page.keyboard.press('h');
  await tells(/^Swap the \w+ in row \d, column \d with its/);
  await frames(1);
  const hint = swapOf(engine.bestSwap(first)) as Swap;
  await expect(cellAt(page, hint.cell)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Hint (2)' })).toBeDisabled();
  await page.keyboard.press(hint.other === hint.cell + 1 ? 'd' : 's');
  await frames(framesOf(settled(first, engine.bestSwap(first)).matches));
  await tells(/points\. 29 swaps left\.$/);
  const refused = Array.from({ length: 128 }, (_, input) => input).find(
    (input) => swapOf(input) !== null && !validSwaps(first.cells).includes(input),
  );
  await seat.begin('Restart');
  await expect(seat.readout('Score')).toHaveText('0');
  await frames(2);
  const { cell, other } = swapOf(refused ?? 0) as Swap;
  await seat.swipe(
    await seat.middleOf(cellAt(page, cell)),
    await seat.middleOf(cellAt(page, other)),
  );
  await tells(/^No line of three: .+ stay where they are\.$/);
  await expect(cellAt(page, cell)).toHaveAttribute('aria-selected', 'true');
  // Of a tap so soon after a swipe the browser makes no click.
  const elsewhere = (cell + CELLS / 2) % CELLS;
  await seat.tap(await seat.middleOf(cellAt(page, elsewhere)));
  await expect(cellAt(page, elsewhere)).toHaveAttribute('aria-selected', 'true');
  await expect(cellAt(page, cell)).toHaveAttribute('aria-selected', 'false');
  // Confetti and shaking are for who does not mind them.
  const motions = () => page.evaluate(() => window.kept.motions.splice(0));
  expect(await motions()).toEqual(
    expect.arrayContaining(['translate sweets-picture', 'rotate sweets-confetti']),
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await seat.begin('Restart');
  await press('On-screen pad');

  for (const play of Object.values(devicesOf(seat))) {
    await seat.begin('Restart');
    await expect(seat.readout('Swaps')).toHaveText(`${SWAPS}`);
    await play(opening);
    await seat.allTold();
    await expect(seat.readout('Swaps')).toHaveText(`${SWAPS - OPENING_SWAPS}`);
    await expect(seat.readout('Score')).toHaveText(`${engine.scoreOf(opening.end)}`);
  }
  await seat.reopen();
  await seat.playGamepad(scriptOf(won));
  await seat.ended('Thirty swaps!', engine.scoreOf(won.end));
  await seat.reopen(`/gamecorner/game/8?mode=levels&seed=${SEED}`);
  await expect(seat.game.getByText(`Your best: ${engine.scoreOf(won.end)}.`)).toBeVisible();
  await seat.playGamepad(scriptOf(lost));
  await seat.ended('Out of swaps', engine.scoreOf(lost.end));
  await seat.playGamepad(scriptOf(all));
  await seat.ended('All levels done!', engine.scoreOf(all.end));
  await expect(seat.heading).toBeFocused();
  expect(await motions()).toEqual([]);
});

test('the goals of a level count what was cleared, and help by button keeps the focus', {
  tag: '@topic',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { moves, end } = played('levels', nearest, 1);
  const seat = await openTitle(page, `/gamecorner/game/8?mode=levels&seed=${SEED}`);
  const goals = page.getByRole('list', { name: 'Goals' }).getByRole('listitem');
  const progress = (state: engine.State) =>
    goalsOf(state).map(({ count }, goal) => new RegExp(`^${state.done[goal]} of ${count} `));
  await seat.begin();
  await expect(goals).toHaveText(progress(engine.start(SEED, { mode: 'levels' })));
  await playByKeys(seat, { moves, end });
  await seat.allTold();
  await expect(goals).toHaveText(progress(end));
  expect(Math.max(...end.done)).toBeGreaterThan(0);

  await page.getByRole('button', { name: `Hint (${HINTS})` }).click();
  await seat.tells(/^Swap the \w+ in row \d/);
  const asked = page.getByRole('button', { name: `Hint (${HINTS - 1})` });
  await expect(asked).toBeFocused();
  await expect(asked).toBeDisabled();
});

test('sweets are crushed to both ends by keys, finger and pad', {
  tag: '@verify',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seat = await openTitle(page, `/gamecorner/game/8?mode=classic&seed=${SEED}`);
  await seat.begin();
  await page.keyboard.press('m');
  await seat.press('On-screen pad');
  await seat.begin('Restart');
  const playByAll = async (game: Played, words: string) => {
    const pad = (each: Played) => seat.replay(scriptedPad(), scriptOf(each));
    for (const play of Object.values({ ...devicesOf(seat), pad })) {
      if ((await seat.phase()) === 'over') await seat.begin('Play again');
      await play(game);
      await seat.ended(words, engine.scoreOf(game.end));
    }
  };
  await playByAll(played('classic', nearest), 'Thirty swaps!');
  await seat.reopen(`/gamecorner/game/8?mode=levels&seed=${SEED}`);
  await seat.begin();
  await playByAll(played('levels', worst), 'Out of swaps');
});
