import type { Page } from '@playwright/test';
import { DOWN, LEFT, PRIMARY, SECONDARY, UP } from '../games/kit/engine.ts';
import { openGame, SELECT, START } from './support/game-player.ts';
import { expect, readOnlyTest as test } from './support/site.ts';

const ADDRESS = '/gamecorner/game/10?seed=1';

/** Records the gains that reach the speakers. */
function recordOutputs(): void {
  const outputs = new Set<AudioNode>();
  const { connect } = AudioNode.prototype as { connect(...values: unknown[]): unknown };
  Object.assign(AudioNode.prototype, {
    connect(this: AudioNode, ...values: unknown[]) {
      if (values[0] === this.context.destination) outputs.add(this);
      return connect.apply(this, values);
    },
  });
  Object.assign(window, {
    gainsOfOutputs: () => [...outputs].map((output) => (output as GainNode).gain.value.toFixed(2)),
  });
}
const readGains = (page: Page) =>
  page.evaluate(() => (window as unknown as { gainsOfOutputs(): string[] }).gainsOfOutputs());

test('a player changes the settings in a pause by keyboard, and they are kept', async ({
  page,
}) => {
  await page.addInitScript(recordOutputs);
  const player = await openGame(page, ADDRESS);
  const { game, heading, button, begin, runFrames, phase } = player;
  const { keyboard } = page;
  const sound = game.getByRole('checkbox', { name: 'Sound' });
  const volume = game.getByRole('slider', { name: 'Volume' });
  const pad = game.getByRole('checkbox', { name: 'On-screen pad' });
  const readCanvas = () =>
    game.locator('.game-canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await begin();
  await keyboard.press('p');
  await expect(button('Resume')).toBeFocused();
  await runFrames(1);
  const pausedField = await readCanvas();
  await button('Settings').press('Enter');
  await expect(heading).toHaveText('Settings');
  await expect(game.getByRole('group', { name: 'Settings' })).toBeVisible();
  await expect(sound).toBeFocused();
  await expect(sound).toBeChecked();

  await keyboard.press('Space');
  await expect(sound).not.toBeChecked();
  await expect(button('Sound')).toHaveAttribute('aria-pressed', 'false');
  await keyboard.press('m');
  await expect(sound).toBeChecked();

  await keyboard.press('Tab');
  await expect(volume).toBeFocused();
  await expect(volume).toHaveValue('100');
  for (let step = 0; step < 12; step++) await keyboard.press('ArrowLeft');
  await expect(volume).toHaveValue('40');
  await expect(volume).toHaveAttribute('aria-valuetext', '40%');
  // Each step plays a sound; all of them go through one gain.
  await expect.poll(() => readGains(page)).toEqual(['0.40']);

  await keyboard.press('Tab');
  await expect(pad).toBeFocused();
  await expect(game).toHaveAttribute('data-pad', 'hidden');
  await keyboard.press('Space');
  await expect(game).toHaveAttribute('data-pad', 'shown');
  await expect(button('On-screen pad')).toHaveAttribute('aria-pressed', 'true');

  // The game stays paused; Escape and Back return to the pause.
  await keyboard.press('Escape');
  await expect(heading).toHaveText('Paused');
  await expect(button('Settings')).toBeFocused();
  await keyboard.press('Enter');
  await button('Back').press('Enter');
  await expect(heading).toHaveText('Paused');
  await expect(button('Settings')).toBeFocused();
  await runFrames(30);
  expect(await readCanvas()).toBe(pausedField);
  expect(await phase()).toBe('paused');
  await begin('Resume');
  await runFrames(30);
  expect(await readCanvas()).not.toBe(pausedField);

  // A new visit has the same settings.
  await player.reopen();
  await button('Settings').press('Enter');
  await expect(volume).toHaveValue('40');
  await expect(pad).toBeChecked();
  await keyboard.press('Escape');
  await expect(heading).toHaveText('Space Invaders');
  await expect(button('Settings')).toBeFocused();
  await begin();
  await keyboard.press('Space');
  await expect
    .poll(async () => {
      await runFrames(1);
      return readGains(page);
    })
    .toEqual(['0.40']);
});

test('a gamepad opens, uses and closes the settings', { tag: '@topic' }, async ({ page }) => {
  const { game, heading, button, runFrames, phase } = await openGame(page, ADDRESS);
  const sound = game.getByRole('checkbox', { name: 'Sound' });
  const volume = game.getByRole('slider', { name: 'Volume' });
  async function pressGamepad(bits: number): Promise<void> {
    await page.evaluate((bits) => {
      window.gameProbe.script = [bits, 0];
      window.gameProbe.plugIn();
    }, bits);
    await runFrames(3);
  }
  for (const back of [SECONDARY, SELECT, START]) {
    await pressGamepad(SELECT);
    await expect(heading).toHaveText('Settings');
    await expect(sound).toBeFocused();
    await pressGamepad(back);
    await expect(heading).toHaveText('Space Invaders');
    await expect(button('Settings')).toBeFocused();
  }
  await pressGamepad(SELECT);
  await pressGamepad(PRIMARY);
  await expect(sound).not.toBeChecked();
  await pressGamepad(DOWN);
  await expect(volume).toBeFocused();
  await pressGamepad(LEFT);
  await expect(volume).toHaveValue('90');
  await pressGamepad(UP);
  await pressGamepad(UP);
  await expect(button('Back')).toBeFocused();
  await pressGamepad(PRIMARY);
  await expect(heading).toHaveText('Space Invaders');
  // The mode of the title screen is the same as before.
  await expect(game.getByRole('radio', { name: 'Classic' })).toBeChecked();

  await pressGamepad(START);
  expect(await phase()).toBe('playing');
  await pressGamepad(SELECT);
  expect(await phase()).toBe('playing');
  await pressGamepad(START);
  await pressGamepad(SELECT);
  await expect(heading).toHaveText('Settings');
  await pressGamepad(START);
  await expect(heading).toHaveText('Paused');
  await pressGamepad(START);
  expect(await phase()).toBe('playing');
});
