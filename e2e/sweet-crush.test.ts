import type { Page } from '@playwright/test';
import { PRIMARY } from '../games/kit/engine.ts';
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
  beginMuted,
  cursorPresses,
  FRAME_MS,
  type GamePlayer,
  openGame,
  readAccessibleBoard,
} from './support/game-player.ts';
import { scriptedPad } from './support/scripted-devices.ts';
import { expect, readOnlyTest as test } from './support/site.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 900 } });
// These tests send many inputs, each of which takes longer on a busy machine.
test.slow();

/** First cell of the cursor. */
const FIRST_CELL = 27;
/** Seed with which a player who looks one swap ahead finishes all levels. */
const SEED = 23;
/** Number of swaps in the classic game, and of swaps that each device makes. */
const SWAPS = 30;
const OPENING_SWAPS = 4;

/** A chosen swap, with the frames until the board has settled. */
interface Move extends Swap {
  frames: number;
  swapsLeft: number;
}
interface PlannedGame {
  moves: Move[];
  end: engine.State;
}

/** Returns the settled board after a swap, and the number of matches. */
function settleBoard(state: engine.State, input: number): { after: engine.State; matches: number } {
  let after = engine.step(state, input);
  let matches = 0;
  while (after.phase !== 'settled') {
    after = engine.step(after, engine.SETTLE);
    if (after.phase === 'cleared') matches++;
  }
  return { after, matches };
}

/** Returns the frames of a swap: the page draws each stage in one frame and shows it for a fixed time. */
function framesOf(matches: number): number {
  const swapMs = FRAME_MS + MATCH_CHECK_MS;
  const matchMs = 2 * FRAME_MS + CONFETTI_MS + REFILL_MS - CONFETTI_MS + MATCH_CHECK_MS;
  return Math.ceil((swapMs + matches * matchMs) / FRAME_MS) + 2;
}

/** Plans a game, or its first swaps: each swap is the one that `ratingOf` rates highest. */
function planGame(
  mode: engine.Options['mode'],
  ratingOf: (after: engine.State, before: engine.State, way: number) => number,
  swaps = Number.POSITIVE_INFINITY,
): PlannedGame {
  let state = engine.start(SEED, { mode });
  let cursor = FIRST_CELL;
  const moves: Move[] = [];
  while (engine.outcomeOf(state) === 'playing' && moves.length < swaps) {
    let best = { rating: Number.NEGATIVE_INFINITY, input: -1 };
    for (const input of validSwaps(state.cells)) {
      const { cell } = swapOf(input) as Swap;
      const down = Math.floor(cell / SIDE) - Math.floor(cursor / SIDE);
      const way = Math.abs(down) + Math.abs((cell % SIDE) - (cursor % SIDE));
      const rating = ratingOf(settleBoard(state, input).after, state, way);
      if (rating > best.rating) best = { rating, input };
    }
    const swap = swapOf(best.input) as Swap;
    const { after, matches } = settleBoard(state, best.input);
    moves.push({ ...swap, frames: framesOf(matches), swapsLeft: state.swaps - 1 });
    cursor = swap.other;
    state = after;
  }
  return { moves, end: state };
}

const preferClosest = (_after: engine.State, _before: engine.State, way: number) => -way;
const preferLowScore = (after: engine.State) => -engine.scoreOf(after);
/** Prefers swaps that advance the goals of a level, then swaps that are close. */
function preferGoals(after: engine.State, before: engine.State, way: number): number {
  if (after.level > before.level || after.end === 'won') return 1000;
  const shares = goalsOf(after).map(({ count }, goal) =>
    Math.min(1, (after.done[goal] ?? 0) / count),
  );
  return shares.reduce((sum, share) => sum + share, 0) - 0.002 * way;
}

const cellAt = (page: Page, cell: number) => page.locator(`[data-square="${cell}"]`);

/** Plays a game by keys: the first swaps with Enter on both sweets, the others with W, A, S and D. */
async function playByKeys({ page, runFrames }: GamePlayer, { moves }: PlannedGame): Promise<void> {
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
    await runFrames(count);
    cursor = other;
  }
}

/** Plays a game by touch: taps on both sweets, and a swipe for the last swap. */
async function playByFinger(player: GamePlayer, { moves }: PlannedGame): Promise<void> {
  const { page, centreOf, swipe, tap } = player;
  for (const [index, { cell, other, frames, swapsLeft }] of moves.entries()) {
    const [from, to] = [await centreOf(cellAt(page, cell)), await centreOf(cellAt(page, other))];
    if (index === moves.length - 1) await swipe(from, to);
    else {
      // The page handles a tap slightly later.
      await tap(from);
      await expect(cellAt(page, cell)).toHaveAttribute('aria-selected', 'true');
      await tap(to);
    }
    if (swapsLeft > 0) {
      await expect
        .poll(
          player.afterFrame(() => player.hudValue('Swaps').textContent()),
          { intervals: [10] },
        )
        .toBe(`${swapsLeft}`);
    }
    await player.runFrames(frames);
  }
}

/** Returns the frames of a game by pad or gamepad. */
function scriptOf({ moves }: PlannedGame): number[] {
  let cursor = FIRST_CELL;
  return moves.flatMap(({ cell, other, frames }) => {
    const way = cursorPresses(SIDE, cursor, cell);
    cursor = other;
    return [
      ...way,
      PRIMARY,
      0,
      ...cursorPresses(SIDE, cell, other),
      PRIMARY,
      ...new Array<number>(frames).fill(0),
    ];
  });
}

/** Returns the ways to play except the gamepad, which needs the fewest messages to the browser. */
const devicesOf = (player: GamePlayer) => ({
  keys: (game: PlannedGame) => playByKeys(player, game),
  finger: (game: PlannedGame) => playByFinger(player, game),
  pad: (game: PlannedGame) => player.play(player.pad(), scriptOf(game)),
});

test('Sweet Crush is won and lost by gamepad, and swaps are made by keys, finger and pad', {
  tag: '@verify',
}, async ({ page }) => {
  const won = planGame('classic', preferClosest);
  const lost = planGame('levels', preferLowScore);
  const wonLevels = planGame('levels', preferGoals);
  expect([won, lost, wonLevels].map(({ end }) => end.end)).toEqual(['won', 'lost', 'won']);
  const opening = planGame('classic', preferClosest, OPENING_SWAPS);

  const player = await openGame(page, `/gamecorner/game/8?mode=classic&seed=${SEED}`);
  const { runFrames, press, expectMessage } = player;
  await beginMuted(player);
  await runFrames(2);

  // A screen reader gets rows of sweets, hints, and the result of each swap.
  const first = engine.start(SEED, { mode: 'classic' });
  const accessibleBoard = await readAccessibleBoard(player);
  expect(accessibleBoard.board).toBe('Board of 8 rows and 8 columns');
  expect(accessibleBoard.rows.map((row) => row.length)).toEqual(new Array(SIDE).fill(SIDE));
  expect(accessibleBoard.rows[7]?.[0]).toMatch(
    /^(ball|gem|toffee|flower|leaf|star), row 8, column 1$/,
  );
  expect(accessibleBoard.focused).toMatch(/, row 4, column 4$/);
  expect(accessibleBoard.live).toContain('polite');
  await page.keyboard.press('h');
  await expectMessage(/^Swap the \w+ in row \d, column \d with its/);
  await runFrames(1);
  const hint = swapOf(engine.bestSwap(first)) as Swap;
  await expect(cellAt(page, hint.cell)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Hint (2)' })).toBeDisabled();
  await page.keyboard.press(hint.other === hint.cell + 1 ? 'd' : 's');
  await runFrames(framesOf(settleBoard(first, engine.bestSwap(first)).matches));
  await expectMessage(/points\. 29 swaps left\.$/);
  const refused = Array.from({ length: 128 }, (_, input) => input).find(
    (input) => swapOf(input) !== null && !validSwaps(first.cells).includes(input),
  );
  await player.begin('Restart');
  await expect(player.hudValue('Score')).toHaveText('0');
  await runFrames(2);
  const { cell, other } = swapOf(refused ?? 0) as Swap;
  await player.swipe(
    await player.centreOf(cellAt(page, cell)),
    await player.centreOf(cellAt(page, other)),
  );
  await expectMessage(/^No line of three: .+ stay where they are\.$/);
  await expect(cellAt(page, cell)).toHaveAttribute('aria-selected', 'true');
  // The browser makes no click of a tap directly after a swipe.
  const elsewhere = (cell + CELLS / 2) % CELLS;
  await player.tap(await player.centreOf(cellAt(page, elsewhere)));
  await expect(cellAt(page, elsewhere)).toHaveAttribute('aria-selected', 'true');
  await expect(cellAt(page, cell)).toHaveAttribute('aria-selected', 'false');
  // Confetti and shaking appear only without reduced motion.
  const motions = () => page.evaluate(() => window.gameProbe.motions.splice(0));
  expect(await motions()).toEqual(
    expect.arrayContaining(['translate sweets-canvas', 'rotate sweets-confetti']),
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await player.begin('Restart');
  await press('On-screen pad');

  for (const play of Object.values(devicesOf(player))) {
    await player.begin('Restart');
    await expect(player.hudValue('Swaps')).toHaveText(`${SWAPS}`);
    await play(opening);
    await player.finishAnnouncements();
    await expect(player.hudValue('Swaps')).toHaveText(`${SWAPS - OPENING_SWAPS}`);
    await expect(player.hudValue('Score')).toHaveText(`${engine.scoreOf(opening.end)}`);
  }
  await player.reopen();
  await player.playGamepad(scriptOf(won));
  await player.expectEnd('Thirty swaps!', engine.scoreOf(won.end));
  await player.reopen(`/gamecorner/game/8?mode=levels&seed=${SEED}`);
  await expect(player.game.getByText(`Your best: ${engine.scoreOf(won.end)}.`)).toBeVisible();
  await player.playGamepad(scriptOf(lost));
  await player.expectEnd('Out of swaps', engine.scoreOf(lost.end));
  await player.playGamepad(scriptOf(wonLevels));
  await player.expectEnd('All levels done!', engine.scoreOf(wonLevels.end));
  await expect(player.heading).toBeFocused();
  expect(await motions()).toEqual([]);
});

test('the goals of a level count cleared sweets, and the Hint button keeps the focus', {
  tag: '@topic',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { moves, end } = planGame('levels', preferClosest, 1);
  const player = await openGame(page, `/gamecorner/game/8?mode=levels&seed=${SEED}`);
  const goals = page.getByRole('list', { name: 'Goals' }).getByRole('listitem');
  const progress = (state: engine.State) =>
    goalsOf(state).map(({ count }, goal) => new RegExp(`^${state.done[goal]} of ${count} `));
  await player.begin();
  await expect(goals).toHaveText(progress(engine.start(SEED, { mode: 'levels' })));
  await playByKeys(player, { moves, end });
  await player.finishAnnouncements();
  await expect(goals).toHaveText(progress(end));
  expect(Math.max(...end.done)).toBeGreaterThan(0);

  await page.getByRole('button', { name: `Hint (${HINTS})` }).click();
  await player.expectMessage(/^Swap the \w+ in row \d/);
  const hintButton = page.getByRole('button', { name: `Hint (${HINTS - 1})` });
  await expect(hintButton).toBeFocused();
  await expect(hintButton).toBeDisabled();
});

test('Sweet Crush is won and lost by keys, finger and pad', {
  tag: '@verify',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const player = await openGame(page, `/gamecorner/game/8?mode=classic&seed=${SEED}`);
  await player.begin();
  await page.keyboard.press('m');
  await player.press('On-screen pad');
  await player.begin('Restart');
  const playByAllDevices = async (game: PlannedGame, message: string) => {
    const pad = (each: PlannedGame) => player.replay(scriptedPad(), scriptOf(each));
    for (const play of Object.values({ ...devicesOf(player), pad })) {
      if ((await player.phase()) === 'over') await player.begin('Play again');
      await play(game);
      await player.expectEnd(message, engine.scoreOf(game.end));
    }
  };
  await playByAllDevices(planGame('classic', preferClosest), 'Thirty swaps!');
  await player.reopen(`/gamecorner/game/8?mode=levels&seed=${SEED}`);
  await player.begin();
  await playByAllDevices(planGame('levels', preferLowScore), 'Out of swaps');
});
