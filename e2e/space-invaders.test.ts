import type { Page } from '@playwright/test';
import { expect, lookingTest as test } from './site.ts';

const ADDRESS = '/gamecorner/game/10';
/** Long enough to win the classic game from where it begins, by nothing but Fire. */
const WIN_MS = 27_000;

/** A frame in so many milliseconds: the game makes up for five ticks at once, and more are not drawn. */
const FRAME_MS = 80;

/** Lets the time of the game pass, in as few frames as it takes. */
async function pass(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= FRAME_MS) await page.clock.fastForward(FRAME_MS);
}

const game = (page: Page) => page.getByRole('region', { name: 'Space Invaders', exact: true });
const act = (page: Page, name: string) => game(page).getByRole('button', { name, exact: true });
const heading = (page: Page) => game(page).getByRole('heading', { level: 2 });
const readout = (page: Page, name: string) =>
  game(page).locator('dl > div').filter({ hasText: name }).locator('dd');

/** Opens the title screen; from then on time passes only where a test lets it. */
async function openTitle(page: Page, query = ''): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  await page.addInitScript(() => {
    const Context = window.AudioContext;
    Object.assign(window, { contexts: 0 });
    window.AudioContext = class extends Context {
      constructor() {
        super();
        Object.assign(window, { contexts: Reflect.get(window, 'contexts') + 1 });
      }
    };
  });
  await page.goto(ADDRESS + query);
  await page.getByRole('button', { name: 'Play Space Invaders' }).press('Enter');
  await expect(act(page, 'Play')).toBeVisible();
  await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'));
}

test('Space Invaders is played by keyboard to both ends, paused, and watched again', async ({
  page,
}) => {
  await openTitle(page);
  const contexts = () => page.evaluate(() => Reflect.get(window, 'contexts'));
  expect(await contexts()).toBe(0);
  await act(page, 'Play').press('Enter');
  await expect(page.getByRole('application')).toBeFocused();
  expect(await contexts()).toBe(1);
  await page.keyboard.press('m');
  await expect(act(page, 'Sound')).toHaveAttribute('aria-pressed', 'false');

  // Whatever takes the player away stops the game, and nothing moves until it is resumed.
  await page.keyboard.down('Space');
  await pass(page, 3000);
  await expect(readout(page, 'Score')).not.toHaveText('0');
  await page.keyboard.press('p');
  await expect(heading(page)).toHaveText('Paused');
  await expect(act(page, 'Resume')).toBeFocused();
  const score = await readout(page, 'Score').textContent();
  await pass(page, 3000);
  await expect(readout(page, 'Score')).toHaveText(score ?? '');
  await page.keyboard.up('Space');
  await act(page, 'Resume').press('Enter');
  await expect(heading(page)).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await expect(heading(page)).toHaveText('Paused');
  await page.keyboard.press('p');
  await expect(heading(page)).toHaveCount(0);

  await page.keyboard.down('Space');
  await pass(page, WIN_MS);
  await expect(heading(page)).toHaveText('SUCCESS');
  await expect(heading(page)).toBeFocused();
  await page.keyboard.up('Space');
  await expect(game(page).getByRole('status')).toHaveText('SUCCESS Score 33.');
  await expect(readout(page, 'Best')).toHaveText('33');

  // The same game once more out of its record, and it ends as it did.
  await act(page, 'Watch it again').click();
  await expect(heading(page)).toHaveCount(0);
  await expect(readout(page, 'Score')).toHaveText('0');
  await pass(page, WIN_MS + 4000);
  await expect(heading(page)).toHaveText('SUCCESS');

  // A link to a game is the same game for everybody; in this one doing nothing ends soon.
  await page.goto(`${ADDRESS}?mode=arcade&seed=18`);
  await page.getByRole('button', { name: 'Play Space Invaders' }).press('Enter');
  await expect(game(page).getByText('Game number 18')).toBeVisible();
  await expect(game(page).getByRole('radio', { name: 'Arcade' })).toBeChecked();
  await act(page, 'Play').press('Enter');
  await expect(heading(page)).toHaveCount(0);
  await pass(page, 14_000);
  await expect(heading(page)).toHaveText('GAME OVER');
  await expect(readout(page, 'Lives')).toHaveText('0');
  await act(page, 'Play again').press('Enter');
  await expect(heading(page)).toHaveCount(0);
  await expect(readout(page, 'Lives')).toHaveText('3');
});

test('Space Invaders is won by finger, by on-screen pad and by gamepad', async ({ page }) => {
  await page.addInitScript(() => {
    const buttons = Array.from({ length: 17 }, () => ({ pressed: false, value: 0 }));
    const gamepad = { buttons, axes: [0, 0], connected: true, id: 'test', index: 0 };
    const list: unknown[] = [];
    Object.assign(window, { plugIn: () => list.push(gamepad), gamepad });
    Object.defineProperty(navigator, 'getGamepads', { value: () => list });
  });
  await openTitle(page);
  await act(page, 'Play').click();
  await expect(heading(page)).toHaveCount(0);

  // A finger on the field fires, and the shooter comes to it.
  const field = await page.getByRole('application').boundingBox();
  if (!field) throw new Error('no field');
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: field.x + field.width * share, y: field.y + 40 }],
    });
  await touch('touchStart', 0.55);
  await pass(page, WIN_MS);
  await touch('touchEnd', 0);
  await expect(heading(page)).toHaveText('SUCCESS');

  await act(page, 'On-screen pad').click();
  await expect(act(page, 'On-screen pad')).toHaveAttribute('aria-pressed', 'true');
  await act(page, 'Play again').click();
  const fire = act(page, 'Fire');
  await expect(fire).toBeVisible();
  await fire.hover();
  await page.mouse.down();
  await pass(page, WIN_MS);
  await page.mouse.up();
  await expect(heading(page)).toHaveText('SUCCESS');

  // The first button chooses and fires; Start makes a pause and ends it.
  const press = (button: number, pressed: boolean) =>
    page.evaluate(
      ([button, pressed]) => {
        Reflect.get(window, 'gamepad').buttons[button].pressed = pressed;
      },
      [button, pressed] as const,
    );
  await act(page, 'Title screen').click();
  await expect(heading(page)).toHaveText('Space Invaders');
  await page.evaluate(() => {
    Reflect.get(window, 'plugIn')();
    window.dispatchEvent(new Event('gamepadconnected'));
  });
  await press(0, true);
  await pass(page, 100);
  await expect(heading(page)).toHaveCount(0);
  await press(9, true);
  await pass(page, 100);
  await expect(heading(page)).toHaveText('Paused');
  await press(9, false);
  await pass(page, 100);
  await press(9, true);
  await pass(page, 100);
  await expect(heading(page)).toHaveCount(0);
  await press(9, false);
  await pass(page, WIN_MS);
  await expect(heading(page)).toHaveText('SUCCESS');
});
