import type { Page } from '@playwright/test';
import { gameReviews } from '../api/db/schema/games.ts';
import { createPublicId } from '../api/services/identifiers.ts';
import { insertTestArticle, insertTestOrder, insertTestUser } from '../api/testing/factories.ts';
import { withDatabase } from '../api/testing/test-database.ts';
import { expect, registerMember, type Site, test } from './support/site.ts';
import { scrollTo } from './support/waits.ts';

const MINUTE_MS = 60_000;
const start = Date.now() - 100 * MINUTE_MS;

/** Lists with two pages of entries, the oldest entry first. */
const lists = [
  {
    name: 'orders',
    section: (page: Page) => page.getByRole('main'),
    button: 'Show more',
    requests: '**/api/user/history?page=2',
    entrySelector: '.orders__one',
    firstCount: 20,
    allCount: 23,
    focused: 'View order 1003',
    open(site: Site): string {
      withDatabase(site.dataFolder, (database) => {
        const { id } = database.raw.prepare("SELECT id FROM users WHERE name = 'ada'").get() as {
          id: number;
        };
        for (let number = 0; number < 23; number += 1) {
          const lines = [{ title: `Purchase ${number}`, price: 1000 }];
          insertTestOrder(database, { userId: id, at: start + number * MINUTE_MS, lines });
        }
      });
      return '/shop/products/history';
    },
  },
  {
    name: 'reviews of a game',
    section: (page: Page) => page.getByRole('region', { name: 'Reviews' }),
    button: 'Show more reviews',
    requests: '**/api/games/29/reviews?page=2',
    entrySelector: '.review',
    firstCount: 10,
    allCount: 12,
    focused: 'Member 1',
    open(site: Site): string {
      withDatabase(site.dataFolder, (database) => {
        for (let number = 0; number < 12; number += 1) {
          const { id: userId } = insertTestUser(database, { name: `Member ${number}` });
          const createdAt = start + number * MINUTE_MS;
          const review = { publicId: createPublicId(), userId, game: 29, stars: 4, createdAt };
          database.query
            .insert(gameReviews)
            .values({ ...review, text: `Opinion ${number}`, state: 'published' })
            .run();
        }
      });
      return '/gamecorner/game/29';
    },
  },
  {
    name: 'activities of a member',
    section: (page: Page) => page.getByRole('main'),
    button: 'Show more',
    requests: '**/timeline?*after=*',
    entrySelector: '.timeline__entry',
    firstCount: 20,
    allCount: 22,
    focused: 'Text 1',
    open(site: Site): string {
      const author = withDatabase(site.dataFolder, (database) => {
        const { id: authorId, publicId } = insertTestUser(database);
        for (let number = 0; number < 22; number += 1) {
          const publishedAt = start + number * MINUTE_MS;
          insertTestArticle(database, { authorId, title: `Text ${number}`, publishedAt });
        }
        return publicId;
      });
      return `/member/${author}`;
    },
  },
];

for (const {
  name,
  section,
  button,
  requests,
  entrySelector,
  firstCount,
  allCount,
  focused,
  open,
} of lists) {
  test(`a long list of ${name} loads its rest, also after a failure`, {
    tag: '@verify',
  }, async ({ page, site }) => {
    await registerMember(page, site, 'ada');
    await page.goto(site.url + open(site));
    const more = section(page).getByRole('button', { name: button });
    const entries = section(page).locator(entrySelector);
    await scrollTo(section(page));
    await expect(entries).toHaveCount(firstCount);

    await page.route(requests, (route) =>
      route.fulfill({ status: 500, json: { msg: 'It broke.', code: 'INTERNAL' } }),
    );
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'It broke.' })).toBeVisible();
    await expect(entries).toHaveCount(firstCount);
    await expect(more).toBeFocused();
    await expect(more).not.toHaveAttribute('aria-busy');
    await page.unroute(requests);

    await page.keyboard.press('Enter');
    await expect(entries).toHaveCount(allCount);
    await expect(page.getByRole('alert').filter({ hasText: 'It broke.' })).toBeHidden();
    await expect(more).toBeHidden();
    await expect(page.getByRole('link', { name: focused, exact: true })).toBeFocused();
  });
}
