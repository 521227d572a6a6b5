import type { Locator } from '@playwright/test';
import { expect, readOnlyTest as test } from './site.ts';

/** A window, a tablet and a small phone; all of them touched, so that the pads are out as well. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];
const games = [8, 9, 10, 27, 28, 29, 30, 33];
/** Those whose field may be as small as a turned phone is high; squares of boards are for fingers. */
const onTurned = [9, 10, 27, 28, 30];
const turned = { width: 740, height: 360 };
/** One game in a wide field with a pad, and a board; `make verify` opens the others. */
const typical = [9, 33];
const selections = [
  { some: 'typical', ids: typical, tag: [] },
  { some: 'other', ids: games.filter((id) => !typical.includes(id)), tag: ['@verify'] },
];

test.use({ hasTouch: true, isMobile: true });

/** Parts of a game that reach out of the window. */
const outside = (game: Locator) =>
  game.evaluate((section) =>
    ['.game-bar', '.game-field', '.game-pad'].flatMap((name) => {
      const part = section.querySelector(name);
      if (!part?.checkVisibility()) return [];
      const { top, bottom, left, right } = part.getBoundingClientRect();
      const fits = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
      return fits ? [] : [`${name} from ${top} to ${bottom} of ${innerHeight}`];
    }),
  );

for (const { some, ids, tag } of selections) {
  test(`players of ${some} games see the readouts, the whole field and the pad at once`, {
    tag: [...tag, '@topic'],
  }, async ({ page }) => {
    for (const id of ids) {
      await page.goto(`/gamecorner/game/${id}`);
      await page.locator('[data-play-game]').click();
      const game = page.locator('.game');
      await game.locator('.game-button--main').click();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      for (const size of onTurned.includes(id) ? [...sizes, turned] : sizes) {
        await page.setViewportSize(size);
        // A game begins in sight.
        await game.getByRole('button', { name: /^(Restart|New Game|Reset Game)$/ }).click();
        await expect(game).toHaveAttribute('data-phase', 'playing');
        await expect
          .poll(() => outside(game), { message: `game ${id} at ${size.width} px` })
          .toEqual([]);
      }
    }
  });
}
