import type { Page } from '@playwright/test';
import * as connectFour from '../games/connect-four/engine.ts';
import { COLUMNS, freeSquare, ROWS } from '../games/connect-four/squares.ts';
import { PRIMARY } from '../games/kit/engine.ts';
import * as ticTacToe from '../games/tic-tac-toe/engine.ts';
import {
  cursorPresses,
  type GamePlayer,
  openGame,
  readAccessibleBoard,
} from './support/game-player.ts';
import { expect, readOnlyTest as test } from './support/site.ts';
import { recordTexts } from './support/waits.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 900 } });
// These tests send many inputs, each of which takes longer on a busy machine.
test.slow();

/** Frames until the move of a robot is on the board: it pretends to think for 420 ms. */
const ROBOT_FRAMES = 8;

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const count = (page: Page, name: string) =>
  page
    .locator('.game-scoreboard > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** Returns whether the whole result is visible now: a page that still scrolls moves the board under the finger. */
const isResultInWindow = (page: Page): Promise<boolean> =>
  page.locator('.game-screens').evaluate((result) => {
    const { top, bottom } = result.getBoundingClientRect();
    // Browsers scroll by whole pixels.
    return top > -1 && bottom < innerHeight + 1;
  });

interface Board {
  columns: number;
  /** First square of the cursor. */
  first: number;
  /** Name of the button for a new game. */
  newGame: string;
  keyOf(square: number): string;
  /** Moves of two players that lead to each end, the message, and the row of the scoreboard that counts it. */
  ends: readonly End[];
}
interface End {
  squares: readonly number[];
  message: string;
  scoreName: string;
}

/** Plays the moves of two players by each device to each selected end, without a reload. */
async function playToAllEnds(
  player: GamePlayer,
  board: Board,
  isSelected: (by: string, end: End) => boolean = () => true,
): Promise<void> {
  const { page, statusMessage } = player;
  /** Returns the frames of a game that starts with the cursor on its first square. */
  const scriptOf = (squares: readonly number[]): number[] => {
    let cursor = board.first;
    return squares.flatMap((square) => {
      const way = cursorPresses(board.columns, cursor, square);
      cursor = square;
      return [...way, PRIMARY, 0];
    });
  };
  const devices = {
    keys: async (squares: readonly number[]) => {
      for (const square of squares) {
        await page.keyboard.press(board.keyOf(square));
        await player.runFrames(1);
      }
    },
    finger: async (squares: readonly number[]) => {
      for (const square of squares) {
        const before = await statusMessage.textContent();
        await player.tap(await player.centreOf(page.locator(`[data-square="${square}"]`)));
        // The page handles a tap slightly later.
        await expect
          .poll(
            player.afterFrame(() => statusMessage.textContent()),
            { intervals: [10] },
          )
          .not.toBe(before);
      }
    },
    pad: (squares: readonly number[]) => player.play(player.pad(), scriptOf(squares)),
    gamepad: (squares: readonly number[]) => player.playGamepad(scriptOf(squares)),
  };
  const scores = new Map<string, number>();
  for (const [by, play] of Object.entries(devices)) {
    if (by === 'pad') await player.press('On-screen pad');
    for (const end of board.ends.filter((candidate) => isSelected(by, candidate))) {
      const { squares, message, scoreName } = end;
      if (by !== 'gamepad' && (await player.phase()) === 'over') await player.begin(board.newGame);
      await play(squares);
      await player.expectEnd(message, null);
      expect(await isResultInWindow(page), 'the page still scrolls').toBe(true);
      scores.set(scoreName, (scores.get(scoreName) ?? 0) + 1);
      await expect(count(page, scoreName)).toHaveText(`${scores.get(scoreName)}`);
    }
  }
}

/** Returns the squares of discs in a game of two players, from columns counted from 1. */
function squaresOf(columns: readonly number[]): number[] {
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
  newGame: 'Reset Game',
  keyOf: (square) => `${(square % COLUMNS) + 1}`,
  ends: [
    {
      squares: squaresOf([4, 5, 4, 5, 4, 5, 4]),
      message: 'Player 1 is victorious!',
      scoreName: 'Player one',
    },
    {
      squares: squaresOf([1, 8, 2, 8, 1, 8, 2, 8]),
      message: 'Player 2 is victorious!',
      scoreName: 'Player two',
    },
    {
      squares: squaresOf(Array.from('444444333333222222666666777777888885555551111118', Number)),
      message: DRAWN,
      scoreName: 'Draw',
    },
  ],
};

test('two players win and lose Connect Four by keys, finger, pad and gamepad, and draw by gamepad', {
  tag: '@verify',
}, async ({ page }) => {
  const player = await openGame(page, '/gamecorner/game/29?mode=human');
  await player.begin();
  await page.keyboard.press('m');

  // A screen reader gets rows of squares, their owners, and each move.
  const accessibleBoard = await readAccessibleBoard(player);
  expect(accessibleBoard.board).toBe('Board of 6 rows and 8 columns');
  expect(accessibleBoard.rows.map((row) => row.length)).toEqual([8, 8, 8, 8, 8, 8]);
  expect(accessibleBoard.rows[0]?.[0]).toBe('column 1, row 6, not available yet');
  expect(accessibleBoard.rows[5]?.[7]).toBe('column 8, row 1, available');
  expect(accessibleBoard.focused).toBe('column 4, row 1, available');
  expect(accessibleBoard.live).toContain('polite');
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 'column 4, row 2, not available yet')).toBeFocused();
  const refusal = page.getByRole('main').getByRole('alert');
  await page.keyboard.press('Enter');
  await expect(refusal).toHaveText('Square not available');
  await page.clock.runFor(2999);
  await expect(refusal).toHaveText('Square not available');
  await page.clock.runFor(1);
  await expect(refusal).toHaveText('');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await player.runFrames(1);
  await expect(cell(page, 'column 4, row 1, player 1')).toBeFocused();
  await player.expectMessage('Player 1: column 4, row 1. Player 2 to move.');
  await player.runFrames(12);
  const readCanvas = () =>
    page.locator('.four-discs').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const drawn = await readCanvas();
  await changeContrast(page, 'more');
  await expect.poll(player.afterFrame(readCanvas)).not.toBe(drawn);
  await changeContrast(page, 'no-preference');
  await expect.poll(player.afterFrame(readCanvas)).toBe(drawn);
  expect(await page.evaluate(() => window.gameProbe.motions)).toContain('translate four-discs');

  // A game of two players has no clock and does not pause when its window loses the focus.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await player.runFrames(10);
  await expect(player.heading).toHaveCount(0);
  await player.begin('Reset Game');
  await expect(page.getByRole('gridcell', { name: /player/ })).toHaveCount(0);

  // The next test plays the long draw by the other devices.
  await playToAllEnds(
    player,
    connectFourBoard,
    (by, { message }) => by === 'gamepad' || message !== DRAWN,
  );
  await expect(player.heading).toBeFocused();
});

test('two players draw Connect Four by keys, finger and pad', {
  tag: '@verify',
}, async ({ page }) => {
  const player = await openGame(page, '/gamecorner/game/29?mode=human');
  await player.begin();
  await page.keyboard.press('m');
  await playToAllEnds(
    player,
    connectFourBoard,
    (by, { message }) => by !== 'gamepad' && message === DRAWN,
  );
});

/**
 * Changes the preferred contrast and waits until the page has received the change: a busy browser reports
 * neither of two opposite changes.
 */
async function changeContrast(page: Page, contrast: 'more' | 'no-preference'): Promise<void> {
  const change = page.evaluate(() => {
    const query = matchMedia('(prefers-contrast: more)');
    return new Promise<void>((resolve) => {
      query.addEventListener('change', () => resolve(), { once: true });
    });
  });
  await page.emulateMedia({ contrast });
  await change;
}

/** Waits for the move of a robot, which a worker computes in real time. */
async function waitForRobotMove(player: GamePlayer, name: string): Promise<void> {
  const robotMove = cell(player.page, name);
  await expect
    .poll(
      async () => {
        await player.runFrames(ROBOT_FRAMES);
        return robotMove.count();
      },
      { intervals: [20] },
    )
    .toBe(1);
}

const positionOf = (square: number) =>
  `column ${(square % COLUMNS) + 1}, row ${ROWS - Math.floor(square / COLUMNS)}`;

test('the easy robot at Connect Four loses and wins, the expert plays the expected move, and the best score is stored', {
  tag: '@topic',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const player = await openGame(page, '/gamecorner/game/29?mode=easy&seed=7');
  await player.begin();
  // The easy robot stacks discs on its first one: it loses to four in a row, or wins with four in its column.
  for (const [columns, message] of [
    [[4, 5, 6, 7], 'Player 1 is victorious!'],
    [[4, 6, 8, 6], 'Player 2 is victorious!'],
  ] as const) {
    if ((await player.phase()) === 'over') await player.begin('Reset Game');
    let state = connectFour.start(7, { opponent: 'robot', level: 'easy' });
    for (const column of columns) {
      await page.keyboard.press(`${column}`);
      await player.runFrames(1);
      state = connectFour.step(state, freeSquare(state.squares, column - 1));
      if (connectFour.outcomeOf(state) !== 'playing') break;
      state = connectFour.step(state, connectFour.ROBOT_MOVES);
      const isOver = connectFour.outcomeOf(state) !== 'playing';
      const position = positionOf(state.moves.at(-1) ?? -1);
      await waitForRobotMove(player, `${position}, player 2${isOver ? ', one of the four' : ''}`);
    }
    await player.expectEnd(message, connectFour.scoreOf(state));
  }
  expect(
    await page.locator('.game').evaluate((game) => game.getAnimations({ subtree: true }).length),
  ).toBe(0);
  expect(await page.evaluate(() => window.gameProbe.motions)).toEqual([]);

  // The expert’s worker plays the move that the engine computes here, and gives a hint.
  await player.reopen('/gamecorner/game/29?mode=expert&seed=7');
  await expect(player.game.getByText('Your best: 141.')).toBeVisible();
  await player.begin();
  let state = connectFour.start(7, { opponent: 'robot', level: 'expert' });
  state = connectFour.step(connectFour.step(state, 43), connectFour.ROBOT_MOVES);
  const position = positionOf(state.moves.at(-1) ?? -1);
  await page.keyboard.press('4');
  await waitForRobotMove(player, `${position}, player 2`);
  await player.expectMessage(`You: column 4, row 1. The robot: ${position}. Your move.`);
  await page.keyboard.press('h');
  await player.expectMessage(/^The hint is column \d, row \d\.$/);
  await player.runFrames(1);
  await page.getByRole('button', { name: 'Undo (10)' }).click();
  await player.finishAnnouncements();
  await expect(page.getByRole('button', { name: 'Undo (9)' })).toBeDisabled();
  await expect(page.getByRole('gridcell', { name: /player/ })).toHaveCount(0);
});

test('a refusal stays although the text of the move before is shown later', {
  tag: '@topic',
}, async ({ page }) => {
  const player = await openGame(page, '/gamecorner/game/29?mode=human');
  await player.begin();
  await page.keyboard.press('Enter');
  await player.runFrames(1);
  await page.keyboard.press('Enter');
  const refusal = page.getByRole('main').getByRole('alert');
  await expect(refusal).toHaveText('Square not available');
  await player.runFrames(5);
  await expect(page.locator('.game-status__text')).toHaveText('Player 2 to move');
  await expect(refusal).toHaveText('Square not available');
});

test('the robot moves after a pause in which it has chosen', { tag: '@topic' }, async ({
  page,
}) => {
  const player = await openGame(page, '/gamecorner/game/33?mode=robot&seed=3');
  await player.begin();
  await page.keyboard.press('1');
  await player.runFrames(1);
  await page.keyboard.press('p');
  await player.runFrames(ROBOT_FRAMES);
  const marks = page.getByRole('gridcell', { name: /, o$/, includeHidden: true });
  await expect(marks).toHaveCount(0);
  await player.game.getByRole('button', { name: 'Resume' }).press('Enter');
  await player.runFrames(ROBOT_FRAMES);
  await expect(marks).toHaveCount(1);
});

test('moves that are taken back twice are announced twice', { tag: '@topic' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/gamecorner/game/29');
  await page.locator('[data-play-game]').click();
  await page.getByRole('radio', { name: 'Robot, easy' }).check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const message = page.locator('.game-announcement');
  for (const column of [4, 5]) {
    await page.keyboard.press(`${column}`);
    await expect(message).toContainText(`You: column ${column}, row 1. The robot: `);
  }
  const texts = await recordTexts(message);
  await page.keyboard.press('u');
  await expect.poll(texts).toEqual(['Taken back. Your move.']);
  await page.keyboard.press('u');
  await expect.poll(texts).toEqual(['Taken back. Your move.', 'Taken back. Your move.\u00a0']);
});

test('Tic Tac Toe is won, lost and drawn by keys, finger, pad and gamepad, and against the robot', {
  tag: '@verify',
}, async ({ page }) => {
  const player = await openGame(page, '/gamecorner/game/33?mode=friend');
  await player.begin();
  await page.keyboard.press('m');
  const accessibleBoard = await readAccessibleBoard(player);
  expect(accessibleBoard.board).toBe('Board of three rows and three columns');
  expect(accessibleBoard.rows).toEqual(
    [1, 2, 3].map((row) => [1, 2, 3].map((column) => `row ${row}, column ${column}, free`)),
  );
  expect(accessibleBoard.focused).toBe('row 2, column 2, free');
  expect(accessibleBoard.live).toContain('polite');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await player.runFrames(1);
  await expect(cell(page, 'row 2, column 1, x')).toBeFocused();
  await player.expectMessage('x: row 2, column 1. o to move.');
  await player.runFrames(8);
  const readCanvas = () =>
    page.locator('.three-marks').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const drawn = await readCanvas();
  await page.emulateMedia({ forcedColors: 'active' });
  await expect.poll(player.afterFrame(readCanvas)).not.toBe(drawn);
  await page.emulateMedia({ forcedColors: 'none' });
  await expect.poll(player.afterFrame(readCanvas)).toBe(drawn);
  await player.begin('New Game');
  await expect(page.getByRole('gridcell', { name: /free/ })).toHaveCount(9);

  await playToAllEnds(player, {
    columns: 3,
    first: 4,
    newGame: 'New Game',
    keyOf: (square) => `${square + 1}`,
    ends: [
      { squares: [0, 4, 1, 8, 2], message: 'Win !! :) x', scoreName: 'x' },
      { squares: [0, 4, 1, 2, 8, 6], message: 'Win !! :) o', scoreName: 'o' },
      { squares: [0, 4, 8, 1, 7, 6, 2, 5, 3], message: 'No Winner :/ x | o', scoreName: 'x | o' },
    ],
  });

  // The robot never loses: the best moves lead to a draw, bad moves to a loss.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await player.reopen('/gamecorner/game/33?mode=robot&seed=3');
  await player.begin();
  for (const [plays, message] of [
    ['well', 'No Winner :/ x | o'],
    ['badly', 'The robot wins with o'],
  ] as const) {
    if ((await player.phase()) === 'over') await player.begin('New Game');
    let state = ticTacToe.start(3, { opponent: 'robot', begins: 'you' });
    while (ticTacToe.outcomeOf(state) === 'playing') {
      const best = ticTacToe.bestSquares(state.squares);
      const bad = state.squares.findLastIndex((mark, at) => mark === '' && !best.includes(at));
      const square = plays === 'badly' && bad >= 0 ? bad : (best[0] ?? -1);
      await page.keyboard.press(`${square + 1}`);
      await player.runFrames(ROBOT_FRAMES);
      state = ticTacToe.step(ticTacToe.step(state, square), ticTacToe.ROBOT_MOVES);
    }
    await player.expectEnd(message, ticTacToe.scoreOf(state));
    expect(await isResultInWindow(page)).toBe(true);
  }
  expect(await page.evaluate(() => window.gameProbe.motions)).toEqual([]);
  await player.reopen();
  await expect(player.game.getByText('Your best: 1.')).toBeVisible();
});
