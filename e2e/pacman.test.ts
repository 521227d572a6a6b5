import type { Page } from '@playwright/test';
import { expect, lookingTest as test } from './site.ts';

const FRAME_MS = 80;
const READY_MS = 1600;

const game = (page: Page) => page.getByRole('region', { name: 'Pacman', exact: true });
const act = (page: Page, name: string) => game(page).getByRole('button', { name, exact: true });
const heading = (page: Page) => game(page).getByRole('heading', { level: 2 });
const readout = (page: Page, name: string) =>
  game(page).locator('dl > div').filter({ hasText: name }).locator('dd');

/** Lets the time of the game pass, in as few frames as it takes. */
async function pass(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= FRAME_MS) await page.clock.fastForward(FRAME_MS);
}

test('Pacman is played by key, by swipe and by on-screen pad, until a ghost comes', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  await page.goto('/gamecorner/game/9?seed=7');
  await page.getByRole('button', { name: 'Play Pacman' }).press('Enter');
  await expect(act(page, 'Play')).toBeVisible();
  // From here on time passes only where the test lets it.
  await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'));
  await act(page, 'Play').press('Enter');
  await expect(page.getByRole('application')).toBeFocused();
  await pass(page, READY_MS);

  // Up from the next crossing the way ends in front of the house, with three dots.
  await page.keyboard.press('ArrowUp');
  await pass(page, 2000);
  await expect(readout(page, 'Score')).toHaveText('3');
  await page.keyboard.press('p');
  await expect(heading(page)).toHaveText('Paused');
  await game(page).locator('.game-acts').getByRole('button', { name: 'Restart' }).click();
  await expect(heading(page)).toHaveCount(0);
  await pass(page, READY_MS);
  await expect(readout(page, 'Score')).toHaveText('0');

  // A swipe goes on after the finger has gone: back, and down to the foot of the maze, with eleven.
  const field = await page.getByRole('application').boundingBox();
  if (!field) throw new Error('no field');
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: field.x + 60 + x, y: field.y + 120 - y }],
    });
  await touch('touchStart');
  await touch('touchMove', 40);
  await pass(page, FRAME_MS);
  await touch('touchMove', 40, -40);
  await touch('touchEnd');
  await pass(page, 3000);
  await expect(readout(page, 'Score')).toHaveText('11');

  await act(page, 'On-screen pad').click();
  await act(page, 'Restart').click();
  await expect(act(page, 'Up')).toBeVisible();
  await pass(page, READY_MS);
  await act(page, 'Left').press('Enter');
  await pass(page, 2 * FRAME_MS);
  await act(page, 'Up').press('Enter');
  await pass(page, 2000);
  await expect(readout(page, 'Score')).toHaveText('3');

  // Nobody does anything any more: the ghosts find the player.
  await pass(page, 20_000);
  await expect(heading(page)).toHaveText('Game Over');
  await expect(game(page).getByRole('status')).toHaveText(/^Game Over Score \d+\.$/);
});
