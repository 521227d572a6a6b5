import type { Page } from '@playwright/test';
import { COLUMNS, ROWS } from '../games/connect-four/constants.ts';
import * as connectFour from '../games/connect-four/engine.ts';
import { freeSquare } from '../games/connect-four/squares.ts';
import { PRIMARY } from '../games/kit/intents.ts';
import * as ticTacToe from '../games/tic-tac-toe/engine.ts';
import { boardTold, openTitle, type Seat, walked } from './game-player.ts';
import { expect, lookingTest as test } from './site.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 900 } });
// Some seconds on a quiet machine, and many acts that each take their time on a busy one.
test.slow();

/** A robot seems to think for 420 ms; so many frames later its move is on the board. */
const ROBOT_FRAMES = 8;

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const count = (page: Page, name: string) =>
  page
    .locator('.game-scoreboard > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd');

interface Board {
  columns: number;
  /** Where the cursor is at first. */
  first: number;
  /** What the button for a new game says. */
  again: string;
  keyOf(square: number): string;
  /** Moves of two people that lead to each end, the words of it, and whose it is. */
  ends: readonly End[];
}
interface End {
  squares: readonly number[];
  words: string;
  scored: string;
}

/** Plays the moves of two people by each device, to each end that is chosen for it, in one sitting. */
async function playToAllEnds(
  seat: Seat,
  board: Board,
  isChosen: (by: string, end: End) => boolean = () => true,
): Promise<void> {
  const { page, said } = seat;
  /** The frames of a game, from where its cursor is at first: walks, and presses. */
  const scriptOf = (squares: readonly number[]): number[] => {
    let cursor = board.first;
    return squares.flatMap((square) => {
      const way = walked(board.columns, cursor, square);
      cursor = square;
      return [...way, PRIMARY, 0];
    });
  };
  const devices = {
    keys: async (squares: readonly number[]) => {
      for (const square of squares) {
        await page.keyboard.press(board.keyOf(square));
        await seat.frames(1);
      }
    },
    finger: async (squares: readonly number[]) => {
      for (const square of squares) {
        const before = await said.textContent();
        await seat.tap(await seat.middleOf(page.locator(`[data-square="${square}"]`)));
        // A tap is heard a moment after it was made.
        await expect
          .poll(
            seat.aFrameOn(() => said.textContent()),
            { intervals: [10] },
          )
          .not.toBe(before);
      }
    },
    pad: (squares: readonly number[]) => seat.play(seat.pad(), scriptOf(squares)),
    gamepad: (squares: readonly number[]) => seat.playGamepad(scriptOf(squares)),
  };
  const scores = new Map<string, number>();
  for (const [by, play] of Object.entries(devices)) {
    if (by === 'pad') await seat.press('On-screen pad');
    for (const end of board.ends.filter((each) => isChosen(by, each))) {
      const { squares, words, scored } = end;
      if (by !== 'gamepad' && (await seat.phase()) === 'over') await seat.begin(board.again);
      await play(squares);
      await seat.ended(words, 0);
      scores.set(scored, (scores.get(scored) ?? 0) + 1);
      await expect(count(page, scored)).toHaveText(`${scores.get(scored)}`);
    }
  }
}

/** Squares that a game of two people goes through when stones fall into these columns, from 1. */
function fallen(columns: readonly number[]): number[] {
  let state = connectFour.start(0, { opponent: 'human', level: 'easy' });
  return columns.map((column) => {
    const square = freeSquare(state.squares, column - 1);
    state = connectFour.step(state, square);
    return square;
  });
}

const DRAWN = 'It is a draw.';
const connectFourBoard: Board = {
  columns: COLUMNS,
  first: (ROWS - 1) * COLUMNS + 3,
  again: 'Reset Game',
  keyOf: (square) => `${(square % COLUMNS) + 1}`,
  ends: [
    {
      squares: fallen([4, 5, 4, 5, 4, 5, 4]),
      words: 'Player 1 is victorious!',
      scored: 'Player one',
    },
    {
      squares: fallen([1, 8, 2, 8, 1, 8, 2, 8]),
      words: 'Player 2 is victorious!',
      scored: 'Player two',
    },
    {
      squares: fallen(Array.from('444444333333222222666666777777888885555551111118', Number)),
      words: DRAWN,
      scored: 'Draw',
    },
  ],
};

test('Connect Four is won and lost by two people at keys, finger, pad and gamepad, and drawn', {
  tag: '@verify',
}, async ({ page }) => {
  const seat = await openTitle(page, '/gamecorner/game/29?mode=human');
  await seat.begin();
  await page.keyboard.press('m');

  // All of it is told: rows of squares, whose they are, and each move.
  const told = await boardTold(seat);
  expect(told.board).toBe('Board of 6 rows and 8 columns');
  expect(told.rows.map((row) => row.length)).toEqual([8, 8, 8, 8, 8, 8]);
  expect(told.rows[0]?.[0]).toBe('column 1, row 6, not available yet');
  expect(told.rows[5]?.[7]).toBe('column 8, row 1, available');
  expect(told.focused).toBe('column 4, row 1, available');
  expect(told.live).toContain('polite');
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 'column 4, row 2, not available yet')).toBeFocused();
  const refusal = page.getByRole('alert');
  await page.keyboard.press('Enter');
  await expect(refusal).toHaveText('Square not available');
  await page.clock.runFor(2999);
  await expect(refusal).toHaveText('Square not available');
  await page.clock.runFor(1);
  await expect(refusal).toHaveText('');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await seat.frames(1);
  await expect(cell(page, 'column 4, row 1, player 1')).toBeFocused();
  await seat.tells('Player 1: column 4, row 1. Player 2 to move.');
  await seat.frames(12);
  const picture = () =>
    page.locator('.four-stones').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const drawn = await picture();
  await changeContrast(page, 'more');
  await expect.poll(seat.aFrameOn(picture)).not.toBe(drawn);
  await changeContrast(page, 'no-preference');
  await expect.poll(seat.aFrameOn(picture)).toBe(drawn);
  expect(await page.evaluate(() => window.kept.motions)).toContain('translate four-stones');

  // Who looks away meanwhile misses nothing: nothing goes on without them.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await seat.frames(10);
  await expect(seat.heading).toHaveCount(0);
  await seat.begin('Reset Game');
  await expect(page.getByRole('gridcell', { name: /player/ })).toHaveCount(0);

  // The other devices play the long draw in the next test.
  await playToAllEnds(
    seat,
    connectFourBoard,
    (by, { words }) => by === 'gamepad' || words !== DRAWN,
  );
  await expect(seat.heading).toBeFocused();
});

test('Connect Four is drawn by two people at keys, finger and pad', {
  tag: '@verify',
}, async ({ page }) => {
  const seat = await openTitle(page, '/gamecorner/game/29?mode=human');
  await seat.begin();
  await page.keyboard.press('m');
  await playToAllEnds(
    seat,
    connectFourBoard,
    (by, { words }) => by !== 'gamepad' && words === DRAWN,
  );
});

/**
 * Changes how much contrast the reader prefers, and waits until pages have heard of it: a busy browser
 * reports a change and its opposite as none.
 */
async function changeContrast(page: Page, contrast: 'more' | 'no-preference'): Promise<void> {
  const heard = page.evaluate(() => {
    const query = matchMedia('(prefers-contrast: more)');
    return new Promise<void>((resolve) => {
      query.addEventListener('change', () => resolve(), { once: true });
    });
  });
  await page.emulateMedia({ contrast });
  await heard;
}

/** The robot's answer, which a worker finds in its own time. */
async function answered(seat: Seat, name: string): Promise<void> {
  const shown = cell(seat.page, name);
  await expect
    .poll(
      async () => {
        await seat.frames(ROBOT_FRAMES);
        return shown.count();
      },
      { intervals: [20] },
    )
    .toBe(1);
}

const placeOf = (square: number) =>
  `column ${(square % COLUMNS) + 1}, row ${ROWS - Math.floor(square / COLUMNS)}`;

test('a robot at Connect Four is beaten, wins, and answers as it must; the best is kept', {
  tag: '@topic',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seat = await openTitle(page, '/gamecorner/game/29?mode=easy&seed=7');
  await seat.begin();
  // The easy one piles up on the first stone: beside four in a row, or until it has four itself.
  for (const [columns, words] of [
    [[4, 5, 6, 7], 'Player 1 is victorious!'],
    [[4, 6, 8, 6], 'Player 2 is victorious!'],
  ] as const) {
    if ((await seat.phase()) === 'over') await seat.begin('Reset Game');
    let state = connectFour.start(7, { opponent: 'robot', level: 'easy' });
    for (const column of columns) {
      await page.keyboard.press(`${column}`);
      await seat.frames(1);
      state = connectFour.step(state, freeSquare(state.squares, column - 1));
      if (connectFour.outcomeOf(state) !== 'playing') break;
      state = connectFour.step(state, connectFour.ROBOT_MOVES);
      const isOver = connectFour.outcomeOf(state) !== 'playing';
      const place = placeOf(state.moves.at(-1) ?? -1);
      await answered(seat, `${place}, player 2${isOver ? ', one of the four' : ''}`);
    }
    await seat.ended(words, connectFour.scoreOf(state));
  }
  expect(
    await page.locator('.game').evaluate((game) => game.getAnimations({ subtree: true }).length),
  ).toBe(0);
  expect(await page.evaluate(() => window.kept.motions)).toEqual([]);

  // Expert answers from its worker what the same arithmetic finds here, and gives a hint.
  await seat.reopen('/gamecorner/game/29?mode=expert&seed=7');
  await expect(seat.game.getByText('Your best: 141.')).toBeVisible();
  await seat.begin();
  let state = connectFour.start(7, { opponent: 'robot', level: 'expert' });
  state = connectFour.step(connectFour.step(state, 43), connectFour.ROBOT_MOVES);
  const place = placeOf(state.moves.at(-1) ?? -1);
  await page.keyboard.press('4');
  await answered(seat, `${place}, player 2`);
  await seat.tells(`You: column 4, row 1. The robot: ${place}. Your move.`);
  await page.keyboard.press('h');
  await seat.tells(/^The hint is column \d, row \d\.$/);
  await seat.frames(1);
  await page.getByRole('button', { name: 'Undo (10)' }).click();
  await seat.allTold();
  await expect(page.getByRole('button', { name: 'Undo (9)' })).toBeDisabled();
  await expect(page.getByRole('gridcell', { name: /player/ })).toHaveCount(0);
});

test('Tic Tac Toe is won, lost and drawn by keys, finger, pad and gamepad, and against the robot', {
  tag: '@verify',
}, async ({ page }) => {
  const seat = await openTitle(page, '/gamecorner/game/33?mode=friend');
  await seat.begin();
  await page.keyboard.press('m');
  const told = await boardTold(seat);
  expect(told.board).toBe('Board of three rows and three columns');
  expect(told.rows).toEqual(
    [1, 2, 3].map((row) => [1, 2, 3].map((column) => `row ${row}, column ${column}, free`)),
  );
  expect(told.focused).toBe('row 2, column 2, free');
  expect(told.live).toContain('polite');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await seat.frames(1);
  await expect(cell(page, 'row 2, column 1, x')).toBeFocused();
  await seat.tells('x: row 2, column 1. o to move.');
  await seat.frames(8);
  const picture = () =>
    page.locator('.three-marks').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const drawn = await picture();
  await page.emulateMedia({ forcedColors: 'active' });
  await expect.poll(seat.aFrameOn(picture)).not.toBe(drawn);
  await page.emulateMedia({ forcedColors: 'none' });
  await expect.poll(seat.aFrameOn(picture)).toBe(drawn);
  await seat.begin('New Game');
  await expect(page.getByRole('gridcell', { name: /free/ })).toHaveCount(9);

  await playToAllEnds(seat, {
    columns: 3,
    first: 4,
    again: 'New Game',
    keyOf: (square) => `${square + 1}`,
    ends: [
      { squares: [0, 4, 1, 8, 2], words: 'Win !! :) x', scored: 'x' },
      { squares: [0, 4, 1, 2, 8, 6], words: 'Win !! :) o', scored: 'o' },
      { squares: [0, 4, 8, 1, 7, 6, 2, 5, 3], words: 'No Winner :/ x | o', scored: 'x | o' },
    ],
  });

  // The robot never loses: who plays as well as it draws, who does not loses.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await seat.reopen('/gamecorner/game/33?mode=robot&seed=3');
  await seat.begin();
  for (const [plays, words] of [
    ['well', 'No Winner :/ x | o'],
    ['badly', 'The robot wins with o'],
  ] as const) {
    if ((await seat.phase()) === 'over') await seat.begin('New Game');
    let state = ticTacToe.start(3, { opponent: 'robot', begins: 'you' });
    while (ticTacToe.outcomeOf(state) === 'playing') {
      const best = ticTacToe.bestSquares(state.squares);
      const bad = state.squares.findLastIndex((mark, at) => mark === '' && !best.includes(at));
      const square = plays === 'badly' && bad >= 0 ? bad : (best[0] ?? -1);
      await page.keyboard.press(`${square + 1}`);
      await seat.frames(ROBOT_FRAMES);
      state = ticTacToe.step(ticTacToe.step(state, square), ticTacToe.ROBOT_MOVES);
    }
    await seat.ended(words, ticTacToe.scoreOf(state));
  }
  expect(await page.evaluate(() => window.kept.motions)).toEqual([]);
  await seat.reopen();
  await expect(seat.game.getByText('Your best: 1.')).toBeVisible();
});
