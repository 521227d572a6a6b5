import { expect, lookingTest as test } from './site.ts';

/** A window, a tablet and a small phone; all of them touched, so that the pads are out as well. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];
const games = [8, 9, 10, 27, 28, 29, 30, 33];

test.use({ hasTouch: true, isMobile: true });

test('whoever plays sees the readouts, the whole field and the pad at once', async ({ page }) => {
  const outside: string[] = [];
  for (const id of games) {
    await page.goto(`/gamecorner/game/${id}`);
    await page.locator('[data-play-game]').click();
    const game = page.locator('.game');
    await game.locator('.game-button--main').click();
    for (const size of sizes) {
      await page.setViewportSize(size);
      // The window may have been turned while playing, but a game begins in sight.
      await game.locator('.game-bar__buttons button').nth(1).click();
      await expect(game).toHaveAttribute('data-phase', 'playing');
      const parts = await game.evaluate((section) =>
        ['.game-bar', '.game-field', '.game-pad'].flatMap((name) => {
          const part = section.querySelector(name);
          if (!part?.checkVisibility()) return [];
          const { top, bottom, left, right } = part.getBoundingClientRect();
          const fits = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
          return fits ? [] : [`${name} from ${top} to ${bottom} of ${innerHeight}`];
        }),
      );
      outside.push(...parts.map((part) => `${id} at ${size.width} px: ${part}`));
    }
  }
  expect(outside).toEqual([]);
});
