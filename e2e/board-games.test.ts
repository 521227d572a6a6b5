import type { Page } from '@playwright/test';
import { COLUMNS, ROWS } from '../games/connect-four/constants.ts';
import * as connectFour from '../games/connect-four/engine.ts';
import * as ticTacToe from '../games/tic-tac-toe/engine.ts';
import { expect, lookingTest as test } from './site.ts';

test.use({ hasTouch: true });

/** Fetches a game, chooses how to play it and begins. */
async function play(page: Page, address: string, mode: string): Promise<void> {
  await page.goto(address);
  await page.locator('[data-play-game]').click();
  await page.getByRole('radio', { name: mode }).check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('.game')).toHaveAttribute('data-phase', 'playing');
}

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const count = (page: Page, name: string) =>
  page.locator('.game-scoreboard > div', { hasText: name }).locator('dd');
const ending = (page: Page, words: string) => page.getByRole('heading', { level: 2, name: words });
const said = (page: Page) => page.locator('.game > [role="status"]');

test('two people play Connect Four by key, finger and pad, and a robot answers as it must', async ({
  page,
}) => {
  await play(page, '/gamecorner/game/29', 'Human');
  // Player one by keys: the focus is on the board, arrows walk, a digit is a column.
  await expect(cell(page, 'column 4, row 1, available')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 'column 4, row 2, not available yet')).toBeFocused();
  const refusal = page.getByText('Square not available');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('Enter');
  await expect(refusal).toBeVisible();
  await page.clock.runFor(2999);
  await expect(refusal).toBeVisible();
  await page.clock.runFor(1);
  await expect(refusal).toBeHidden();
  await page.clock.resume();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'column 4, row 1, player 1')).toBeFocused();
  await expect(said(page)).toHaveText('Player 1: column 4, row 1. Player 2 to move.');
  for (const key of ['5', '4', '5', '4', '5']) {
    await page.keyboard.press(key);
    await expect(said(page)).toHaveText(new RegExp(`column ${key}, row \\d\\. Player \\d to move`));
  }
  await page.keyboard.press('4');
  await expect(ending(page, 'Player 1 is victorious!')).toBeVisible();
  await expect(cell(page, 'column 4, row 2, player 1, one of the four')).toBeVisible();
  await expect(count(page, 'Player one')).toHaveText('1');

  // Player two by finger.
  await page.getByRole('button', { name: 'Reset Game' }).last().click();
  for (const [column, row] of [
    [1, 1],
    [8, 1],
    [2, 1],
    [8, 2],
    [1, 2],
    [8, 3],
    [2, 2],
    [8, 4],
  ]) {
    await cell(page, `column ${column}, row ${row}, available`).tap();
  }
  await expect(ending(page, 'Player 2 is victorious!')).toBeVisible();
  await expect(count(page, 'Player two')).toHaveText('1');

  // By the pad, which is there when somebody asks for it.
  await page.getByRole('button', { name: 'Reset Game' }).last().click();
  await page.getByRole('button', { name: 'On-screen pad' }).click();
  const pad = page.getByRole('group', { name: 'On-screen pad' });
  for (const row of [1, 2, 3, 4]) {
    await pad.getByRole('button', { name: 'Drop' }).click();
    await expect(
      cell(page, `column 4, row ${row}, player 1${row === 4 ? ', one of the four' : ''}`),
    ).toBeVisible();
    if (row === 4) break;
    await pad.getByRole('button', { name: 'Right' }).click();
    await pad.getByRole('button', { name: 'Drop' }).click();
    await expect(cell(page, `column 5, row ${row}, player 2`)).toBeVisible();
    await pad.getByRole('button', { name: 'Left' }).click();
    await pad.getByRole('button', { name: 'Up' }).click();
  }
  await expect(count(page, 'Player one')).toHaveText('2');

  // Expert answers from its worker what the same arithmetic finds here, and gives a hint.
  const options = { opponent: 'robot', level: 'expert' } as const;
  let state = connectFour.step(connectFour.start(7, options), 43);
  state = connectFour.step(state, connectFour.ROBOT_MOVES);
  const answer = state.moves.at(-1) ?? -1;
  const place = `column ${(answer % COLUMNS) + 1}, row ${ROWS - Math.floor(answer / COLUMNS)}`;
  await play(page, '/gamecorner/game/29?seed=7', 'Robot, expert');
  await page.keyboard.press('4');
  await expect(cell(page, `${place}, player 2`)).toBeVisible();
  await expect(said(page)).toHaveText(`You: column 4, row 1. The robot: ${place}. Your move.`);
  await page.keyboard.press('h');
  await expect(said(page)).toHaveText(/^The hint is column \d, row \d\.$/);
  await page.getByRole('button', { name: 'Undo (10)' }).click();
  await expect(page.getByRole('button', { name: 'Undo (9)' })).toBeDisabled();
  await expect(page.getByRole('gridcell', { name: /player/ })).toHaveCount(0);
});

test('Tic Tac Toe ends with a win between friends, and with a draw against the robot', async ({
  page,
}) => {
  await play(page, '/gamecorner/game/33', 'A friend');
  await expect(cell(page, 'row 2, column 2, free')).toBeFocused();
  for (const key of ['1', '5', '2', '9']) {
    await page.keyboard.press(key);
    await expect(said(page)).toHaveText(/^[xo]: row \d, column \d\. [xo] to move\.$/);
  }
  await page.keyboard.press('3');
  await expect(ending(page, 'Win !! :) x')).toBeVisible();
  await expect(cell(page, 'row 1, column 3, x, one of the three')).toBeVisible();
  await expect(count(page, 'x').first()).toHaveText('1');

  // By finger, as well as the robot: nobody wins.
  await play(page, '/gamecorner/game/33?seed=3', 'The robot You are x');
  let state = ticTacToe.start(3, { opponent: 'robot', begins: 'you' });
  while (ticTacToe.outcomeOf(state) === 'playing') {
    const square = ticTacToe.bestSquares(state.squares)[0] ?? -1;
    const name = `row ${Math.floor(square / 3) + 1}, column ${(square % 3) + 1}, free`;
    await cell(page, name).tap();
    const before = ticTacToe.step(state, square);
    state = ticTacToe.step(before, ticTacToe.ROBOT_MOVES);
    const marks = state.squares.filter((mark) => mark !== '').length;
    await expect(page.getByRole('gridcell', { name: /free/ })).toHaveCount(9 - marks);
  }
  await expect(ending(page, 'No Winner :/ x | o')).toBeVisible();
  await page.getByRole('button', { name: 'New Game' }).last().click();
  await expect(page.getByRole('gridcell', { name: /free/ })).toHaveCount(9);
});
