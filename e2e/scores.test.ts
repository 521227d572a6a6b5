import type { Page } from '@playwright/test';
import { gameReviews, gameScores } from '../api/db/schema/games.ts';
import { createPublicId } from '../api/services/identifiers.ts';
import { withDatabase } from '../api/testing/test-database.ts';
import { expect, registerMember, type Site, signInAsOwner, signOut, test } from './support/site.ts';
import { pauseRequests, scrollTo } from './support/waits.ts';

test.use({ seed: 'demo' });

const board = (page: Page) => page.getByRole('region', { name: 'Leaderboard' });
const expectPhase = (page: Page, name: string) =>
  expect(page.locator('.game')).toHaveAttribute('data-phase', name);

/** Beats the easy robot at Connect Four with four discs side by side, while the robot stacks its own. */
async function beatRobot(page: Page): Promise<void> {
  await page.locator('[data-play-game]').click();
  await page.getByRole('radio', { name: 'Robot, easy' }).check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expectPhase(page, 'playing');
  for (const [row, column] of [4, 5, 6, 7].entries()) {
    await page.keyboard.press(String(column));
    const name = `column ${column}, row 1, player 1`;
    await expect(page.getByRole('gridcell', { name })).toBeVisible();
    if (column === 7) break;
    // The easy robot takes the first free square of the board: above its first disc.
    const robotMove = `column 4, row ${row + 2}, player 2`;
    await expect(page.getByRole('gridcell', { name: robotMove, exact: true })).toBeVisible();
  }
  await expectPhase(page, 'over');
}

/** Leaves a game while it waits for its seed. The game is paused afterwards and does not take the focus back. */
async function leaveBeforeStart(page: Page, { url }: Site): Promise<void> {
  const { promise: seedAllowed, resolve: sendSeed } = Promise.withResolvers<void>();
  const seeds = '**/api/games/10/seeds';
  await page.route(seeds, async (route) => {
    await seedAllowed;
    await route.continue();
  });
  await page.goto(`${url}/gamecorner/game/10`);
  await page.locator('[data-play-game]').click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expectPhase(page, 'starting');
  await page.getByRole('link', { name: 'Store' }).focus();
  sendSeed();
  await expectPhase(page, 'paused');
  await expect(page.getByRole('link', { name: 'Store' })).toBeFocused();
  await page.unroute(seeds);
}

test('likes of a member are not shown to the next member in the same tab', {
  tag: '@topic',
}, async ({ page, site }) => {
  const game = `${site.url}/gamecorner/game/29`;
  const likeButton = page.getByRole('button', { name: 'Like Connect Four' });
  await registerMember(page, site, 'ada');
  await page.goto(game);
  await likeButton.click();
  await expect(likeButton).toHaveAttribute('aria-pressed', 'true');
  await page.goto(site.url);
  await signOut(page);
  await registerMember(page, site, 'ben');
  // Before his own likes have arrived, the game counts as not liked.
  const releaseLikes = await pauseRequests(page, '**/api/user/info*');
  await page.goto(game);
  await likeButton.click();
  await expect(likeButton).toHaveAttribute('aria-pressed', 'true');
  await releaseLikes();
});

test('a like that is saved after the sign-out in another tab is not shown', {
  tag: '@topic',
}, async ({ page, site }) => {
  const likeButton = page.getByRole('button', { name: 'Like Connect Four' });
  await registerMember(page, site, 'ada');
  await page.goto(`${site.url}/gamecorner/game/29`);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/games/29/like', async (route) => {
    const response = await route.fetch();
    await isReleased;
    await route.fulfill({ response });
  });
  const saved = page.waitForResponse('**/api/games/29/like');
  await likeButton.click();
  await expect(likeButton).toHaveAttribute('aria-pressed', 'true');
  const otherTab = await page.context().newPage();
  await otherTab.goto(site.url);
  await signOut(otherTab);
  await expect(likeButton).toHaveAttribute('aria-pressed', 'false');
  release();
  await (await saved).finished();
  // The page has processed the response when a later one has arrived.
  await page.evaluate(async () => {
    await (await fetch('/api/games/likes')).text();
    await new Promise(requestAnimationFrame);
  });
  await expect(likeButton).toHaveAttribute('aria-pressed', 'false');
});

test('a guest plays and likes games, and as a member gets likes, scores, replays and reviews', {
  tag: '@verify',
}, async ({ page, site, browser, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The daily challenge of a day with Connect Four; its result can be shared.
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
  await beatRobot(page);
  // The result explains guests how to appear on the leaderboard.
  await expect(board(page).getByText('before you play')).toBeVisible();
  await board(page).getByRole('button', { name: 'Share it' }).click();
  await expect(page.getByText('Copied with a link to the challenge.')).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toMatch(
    /^Connect Four \(Robot, easy\), challenge of .+: 141 points\. Beat that: /,
  );
  expect(shared).toContain(page.url());
  const likeButton = page.getByRole('button', { name: 'Like Connect Four' });
  await likeButton.click();
  await expect(likeButton).toHaveAttribute('aria-pressed', 'true');

  await registerMember(page, site, 'ada');
  await leaveBeforeStart(page, site);
  await page.goto(`${site.url}/gamecorner/game/29`);
  await scrollTo(board(page));
  await expect(board(page).getByText('No scores yet')).toBeVisible();
  await beatRobot(page);
  await expect(board(page).getByText('You are #1 on the leaderboard.')).toBeVisible();
  const scoreRow = board(page).getByRole('row', { name: /ada/ });
  await expect(scoreRow).toContainText('you');
  const points = await scoreRow.getByRole('cell').nth(1).innerText();

  // Likes of the guest belong to the account and appear in another browser.
  const otherPage = await browser.newPage();
  await otherPage.goto(`${site.url}/login`);
  await otherPage.getByLabel('Email').fill('ada@example.org');
  await otherPage.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await otherPage.getByRole('button', { name: 'Submit' }).click();
  await otherPage.waitForURL(`${site.url}/`);
  await otherPage.goto(`${site.url}/gamecorner/browser?filter=Wishlist`);
  await expect(otherPage.locator('.games > li:visible')).toHaveCount(1);
  await expect(otherPage.locator('.games > li:visible h2')).toHaveText('Connect Four');
  await otherPage.close();

  // A rejected like is reverted.
  await expect(likeButton).toHaveAttribute('aria-pressed', 'true');
  await page.route('**/api/games/29/like', (route) =>
    route.fulfill({ status: 503, json: { msg: 'Not now.', code: 'INTERNAL' } }),
  );
  await likeButton.click();
  await expect(page.getByText('Your like could not be saved. Not now.')).toBeVisible();
  await expect(likeButton).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/api/games/29/like');

  // Everyone can watch the replay, which has the same end.
  await scoreRow.getByRole('link', { name: 'Watch' }).click();
  await expectPhase(page, 'watching');
  await expectPhase(page, 'over');
  await expect(page.locator('.game-score strong')).toHaveText(points);

  // A review is held for the owner.
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
  await scrollTo(page.getByRole('region', { name: 'Reviews' }));
  await expect(reviews.getByText('4 of 5, 1 review')).toBeVisible();

  // The member deletes the review after a confirmation. A failure leaves the focus at its button.
  const deleteButton = reviews.getByRole('button', { name: 'Delete review' });
  const confirmation = page.getByRole('dialog', { name: 'Delete your review?' });
  await page.route('**/api/games/29/review', (route) => route.abort(), { times: 1 });
  await deleteButton.click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(deleteButton).toBeFocused();
  await deleteButton.click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(reviews.getByRole('heading', { name: 'Write a review' })).toBeFocused();
});

test('the review of a member is not shown to the next member', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await registerMember(page, site, 'ada');
  const saved = await page.request.put(`${site.url}/api/games/29/review`, {
    data: { stars: 4, text: 'Eight columns.' },
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await page.goto(`${site.url}/gamecorner/game/29`);
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await scrollTo(reviews);
  const text = reviews.getByLabel('Your review');
  await expect(text).toHaveValue('Eight columns.');

  const otherTab = await page.context().newPage();
  await otherTab.goto(site.url);
  await signOut(otherTab);
  await expect(text).toHaveCount(0);
  await registerMember(otherTab, site, 'ben');
  await expect(reviews.getByRole('heading', { name: 'Write a review' })).toBeVisible();
  await expect(text).toHaveValue('');
  await expect(reviews.getByText('Awaiting moderation.')).toHaveCount(0);
  // Another member may also sign in without a sign-out.
  await otherTab.goto(`${site.url}/login?again`);
  await otherTab.getByLabel('Email').fill('ada@example.org');
  await otherTab.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await otherTab.getByRole('button', { name: 'Submit' }).click();
  await expect(text).toHaveValue('Eight columns.');
});

test('a member finds their own review and rank after the access token has expired', async ({
  page,
  site,
}) => {
  await registerMember(page, site, 'ada');
  withDatabase(site.dataFolder, (database) => {
    const { id: userId } = database.raw
      .prepare("SELECT id FROM users WHERE name = 'ada'")
      .get() as {
      id: number;
    };
    const own = { userId, game: 29, createdAt: Date.now() };
    const review = { ...own, publicId: createPublicId(), stars: 4, text: 'Eight columns.' };
    database.query
      .insert(gameReviews)
      .values({ ...review, state: 'published' })
      .run();
    const score = { ...own, publicId: createPublicId(), mode: 'easy', score: 141 };
    const record = { outcome: 'won' as const, rules: 1, seed: 1, steps: 1, inputs: '' };
    database.query
      .insert(gameScores)
      .values({ ...score, ...record, day: 0, challenge: false, best: true })
      .run();
  });
  const expireAccessToken = () => page.context().clearCookies({ name: /access/ });
  // Once the session of the page is confirmed, nothing else refreshes the token.
  const confirmed = page.waitForResponse('**/api/user/info*');
  await page.goto(`${site.url}/gamecorner/game/29`);
  await confirmed;
  await expireAccessToken();
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await scrollTo(reviews);
  await expect(reviews.getByRole('heading', { name: 'Your review' })).toBeVisible();
  await expect(reviews.getByLabel('Your review')).toHaveValue('Eight columns.');

  await scrollTo(board(page));
  await expect(board(page).getByRole('row', { name: /ada/ })).toContainText('you');
  await board(page).getByRole('button', { name: 'Today' }).click();
  await expect(board(page).getByText('No scores today yet')).toBeVisible();
  await expireAccessToken();
  await board(page).getByRole('button', { name: 'All time' }).click();
  await expect(board(page).getByRole('row', { name: /ada/ })).toContainText('you');

  // After the session has ended, the lists are those of guests.
  await page.context().clearCookies();
  await board(page).getByRole('button', { name: 'Today' }).click();
  await board(page).getByRole('button', { name: 'All time' }).click();
  await expect(board(page).getByRole('row', { name: /ada/ })).not.toContainText('you');
});
