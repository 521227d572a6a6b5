import type { Locator } from '@playwright/test';
import { games } from '../games/index.ts';
import { expect, readOnlyTest as test } from './support/site.ts';

/** Window sizes of a desktop, a tablet and a small phone; all with touch, which shows the pads. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];
const gameIds = games.map(({ meta }) => meta.id);
/** Games whose field fits the height of a phone in landscape. Board games need larger squares for fingers. */
const landscapeGames = [9, 10, 27, 28, 30];
const landscape = { width: 740, height: 360 };
/** An action game with a pad, and a board game; `make verify` opens the others. */
const typical = [9, 33];
const selections = [
  { some: 'typical', ids: typical, tag: [] },
  { some: 'other', ids: gameIds.filter((id) => !typical.includes(id)), tag: ['@verify'] },
];

test.use({ hasTouch: true, isMobile: true });

/** Returns parts of a game outside of the window. */
const findPartsOutside = (game: Locator) =>
  game.evaluate((section) =>
    ['.game-hud', '.game-field', '.game-pad'].flatMap((name) => {
      const part = section.querySelector(name);
      if (!part?.checkVisibility()) return [];
      const { top, bottom, left, right } = part.getBoundingClientRect();
      const fits = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
      return fits ? [] : [`${name} from ${top} to ${bottom} of ${innerHeight}`];
    }),
  );

for (const { some, ids, tag } of selections) {
  test(`the HUD, the whole field and the pad of ${some} games fit the window`, {
    tag: [...tag, '@topic'],
  }, async ({ page }) => {
    for (const id of ids) {
      await page.goto(`/gamecorner/game/${id}`);
      await page.locator('[data-play-game]').click();
      const game = page.locator('.game');
      await game.locator('.game-button--main').click();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      for (const size of landscapeGames.includes(id) ? [...sizes, landscape] : sizes) {
        await page.setViewportSize(size);
        // The game scrolls into view when it starts.
        await game.getByRole('button', { name: /^(Restart|New Game|Reset Game)$/ }).click();
        await expect(game).toHaveAttribute('data-phase', 'playing');
        await expect
          .poll(() => findPartsOutside(game), { message: `game ${id} at ${size.width} px` })
          .toEqual([]);
      }
    }
  });
}
