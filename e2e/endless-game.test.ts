import { expect, registerMember, test } from './support/site.ts';

test.use({ seed: 'demo' });

test('a member plays an endless Sweet Crush by keyboard and ends it, and the score is stored', {
  tag: '@verify',
}, async ({ page, site }) => {
  const { keyboard } = page;
  const game = page.locator('.game');
  const board = page.getByRole('region', { name: 'Leaderboard' });
  await registerMember(page, site, 'ada');

  await page.goto(`${site.url}/gamecorner/game/8`);
  await page.locator('[data-play-game]').press('Enter');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeFocused();
  await page.getByRole('radio', { name: 'Levels' }).focus();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Endless' })).toBeChecked();
  await page.getByRole('button', { name: 'Play', exact: true }).press('Enter');
  await expect(game).toHaveAttribute('data-phase', 'playing');

  const hudValue = (name: string) =>
    game.locator('.game-hud__values > div').filter({ hasText: name }).locator('dd');
  await expect(hudValue('Swaps')).toHaveText('0');
  await keyboard.press('h');
  const statusMessage = game.locator('> [role="status"]');
  await expect(statusMessage).toHaveText(/^Swap the .+ neighbour\.$/);
  await keyboard.press((await statusMessage.textContent())?.includes('right') ? 'd' : 's');
  await expect(hudValue('Swaps')).toHaveText('1');
  // The board has settled when its points are announced.
  await expect(statusMessage).toHaveText(/ points\.$/);

  const end = game.getByRole('button', { name: 'End game' });
  await end.press('Enter');
  await expect(page.getByRole('heading', { name: 'End this game?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep playing' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(game).toHaveAttribute('data-phase', 'playing');

  await end.press('Enter');
  await expect(page.getByRole('button', { name: 'Keep playing' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Endless game over' })).toBeFocused();
  const points = await game.locator('.game-score strong').innerText();
  expect(Number(points)).toBeGreaterThan(0);

  await expect(board.getByText('You are #1 on the leaderboard.')).toBeVisible();
  await expect(board.getByRole('combobox', { name: 'Mode' })).toHaveValue('endless');
  const row = board.getByRole('row', { name: /ada/ });
  await expect(row.getByRole('cell').nth(1)).toHaveText(Number(points).toLocaleString('en-GB'));

  // Each mode has its own leaderboard.
  await board.getByRole('combobox', { name: 'Mode' }).selectOption('classic');
  await expect(board.getByText('No scores yet')).toBeVisible();

  // The replay has the same score.
  await board.getByRole('combobox', { name: 'Mode' }).selectOption('endless');
  await row.getByRole('link', { name: 'Watch' }).click();
  await expect(game).toHaveAttribute('data-phase', 'over');
  await expect(game.locator('.game-score strong')).toHaveText(points);
});
