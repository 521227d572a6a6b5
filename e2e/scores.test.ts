import type { Page } from '@playwright/test';
import { expect, registerMember, type Site, signInAsOwner, test } from './site.ts';

test.use({ seed: 'demo' });

const board = (page: Page) => page.getByRole('region', { name: 'Leaderboard' });
const phase = (page: Page, name: string) =>
  expect(page.locator('.game')).toHaveAttribute('data-phase', name);

/** Beats the easy robot at Connect Four, which piles up while four are put side by side. */
async function beatTheRobot(page: Page): Promise<void> {
  await page.locator('[data-play-game]').click();
  await page.getByRole('radio', { name: 'Robot, easy' }).check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await phase(page, 'playing');
  for (const [row, column] of [4, 5, 6, 7].entries()) {
    await page.keyboard.press(String(column));
    const name = `column ${column}, row 1, player 1`;
    await expect(page.getByRole('gridcell', { name })).toBeVisible();
    if (column === 7) break;
    // Easy takes the first square of the board that is to be had: on top of the first stone.
    const answer = `column 4, row ${row + 2}, player 2`;
    await expect(page.getByRole('gridcell', { name: answer, exact: true })).toBeVisible();
  }
  await phase(page, 'over');
}

/** A member's game waits for its seed; who goes elsewhere meanwhile finds it paused, and is not called back. */
async function leaveBeforeItBegins(page: Page, { url }: Site): Promise<void> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const seeds = '**/api/games/10/seeds';
  await page.route(seeds, async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(`${url}/gamecorner/game/10`);
  await page.locator('[data-play-game]').click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await phase(page, 'starting');
  await page.getByRole('link', { name: 'Store' }).focus();
  answer();
  await phase(page, 'paused');
  await expect(page.getByRole('link', { name: 'Store' })).toBeFocused();
  await page.unroute(seeds);
}

test('a guest plays and likes; as a member they are counted, watched, and say what they think', {
  tag: '@verify',
}, async ({ page, site, browser, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The challenge of a day on which it is Connect Four; its result is worth a message.
  const day = new Date().toISOString().slice(0, 10);
  const challenge = {
    day,
    game: 29,
    name: 'Connect Four',
    mode: 'easy',
    modeName: 'Robot, easy',
    seed: 7,
    until: `${day}T23:59:59.000Z`,
  };
  await page.route('**/api/games/challenge', (route) => route.fulfill({ json: challenge }));
  await page.goto(`${site.url}/gamecorner`);
  await page.getByRole('link', { name: "Play today's challenge" }).click();
  await expect(page).toHaveURL(`${site.url}/gamecorner/game/29?challenge=${day}`);
  await beatTheRobot(page);
  // Who plays as a guest is told how points come to stand on the board.
  await expect(board(page).getByText('before you play')).toBeVisible();
  await board(page).getByRole('button', { name: 'Share it' }).click();
  await expect(page.getByText('Copied with a link to the challenge.')).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toMatch(
    /^Connect Four \(Robot, easy\), challenge of .+: 141 points\. Beat that: /,
  );
  expect(shared).toContain(page.url());
  const heart = page.getByRole('button', { name: 'Like Connect Four' });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  await registerMember(page, site, 'ada');
  await leaveBeforeItBegins(page, site);
  await page.goto(`${site.url}/gamecorner/game/29`);
  await board(page).scrollIntoViewIfNeeded();
  await expect(board(page).getByText('No scores yet')).toBeVisible();
  await beatTheRobot(page);
  await expect(board(page).getByText('You are #1 on the leaderboard.')).toBeVisible();
  const place = board(page).getByRole('row', { name: /ada/ });
  await expect(place).toContainText('you');
  const points = await place.getByRole('cell').nth(1).innerText();

  // What was liked before belongs to the account now: another browser knows it.
  const elsewhere = await browser.newPage();
  await elsewhere.goto(`${site.url}/login`);
  await elsewhere.getByLabel('Email').fill('ada@example.org');
  await elsewhere.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await elsewhere.getByRole('button', { name: 'Submit' }).click();
  await elsewhere.waitForURL(`${site.url}/`);
  await elsewhere.goto(`${site.url}/gamecorner/browser?filter=Wishlist`);
  await expect(elsewhere.locator('.games > li:visible')).toHaveCount(1);
  await expect(elsewhere.locator('.games > li:visible h2')).toHaveText('Connect Four');
  await elsewhere.close();

  // A like that the server refuses is taken back.
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.route('**/api/games/29/like', (route) =>
    route.fulfill({ status: 503, json: { msg: 'Not now.', code: 'INTERNAL' } }),
  );
  await heart.click();
  await expect(page.getByText('Your like could not be saved. Not now.')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/api/games/29/like');

  // Anybody can watch it, move by move, to the same end.
  await place.getByRole('link', { name: 'Watch' }).click();
  await phase(page, 'watching');
  await phase(page, 'over');
  await expect(page.locator('.game-score strong')).toHaveText(points);

  // A review waits for the owner.
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await reviews.getByRole('radio', { name: '4 stars' }).check();
  await reviews.getByRole('button', { name: 'Save review' }).click();
  await expect(reviews.getByText('Please write a few words.')).toBeVisible();
  await reviews.getByLabel('Your review').fill('Eight columns are one more than I can see.');
  await reviews.getByRole('button', { name: 'Save review' }).click();
  await expect(reviews.getByText('Awaiting moderation. Only you can see it.')).toBeVisible();

  const owner = await browser.newPage();
  await signInAsOwner(owner, site);
  await owner.goto(`${site.url}/admin/reviews`);
  await owner.getByRole('button', { name: 'Approve the review of ada' }).click();
  await expect(owner.getByText('No reviews awaiting moderation')).toBeVisible();
  await owner.close();
  await page.goto(`${site.url}/gamecorner/browser?filter=Reviews`);
  const article = page.getByRole('article').filter({ hasText: 'Eight columns' });
  await expect(article.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
  await article.getByRole('link', { name: 'Connect Four' }).click();
  await page.getByRole('region', { name: 'Reviews' }).scrollIntoViewIfNeeded();
  await expect(
    page.getByRole('region', { name: 'Reviews' }).getByText('4 of 5, 1 review'),
  ).toBeVisible();
});
