import type { Locator, Page } from '@playwright/test';
import {
  expect,
  openReportingPage,
  pauseToastTimers,
  publish,
  registerMember,
  signInAsOwner,
  test,
} from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

test.use({ seed: 'demo' });
const article = '/blog/a-page-is-a-file';
const bar = (page: Page) => page.getByRole('group', { name: 'This article' });
const likeButton = (page: Page) => bar(page).getByRole('button', { name: /^Like/ });
const saveButton = (page: Page) => bar(page).getByRole('button', { name: /^Save to/ });
const alertButton = (page: Page) => bar(page).getByRole('button', { name: /^Get notified/ });
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text });
const main = (page: Page) => page.getByRole('main');
const expectNotBusy = (place: Locator) =>
  expect(place.locator('button[aria-busy=true]')).toHaveCount(0);

async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/register');
}

test('a guest signs up to like and save an article, and finds it in the reading list', async ({
  page,
  site,
}) => {
  await page.goto(site.url + article);
  await expect(likeButton(page)).toHaveAccessibleName('Like, 0 likes so far');
  await likeButton(page).click();
  await expect(bar(page)).toContainText('Sign in to like this article.');
  await bar(page).getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?next=\/blog\/a-page-is-a-file$/);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await signUp(page);

  // Likes by keyboard; the count comes from the server.
  await page.goto(site.url + article);
  await expect(likeButton(page)).toBeVisible();
  await likeButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(bar(page).getByText('Liked. 1 like.')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(toast(page, 'Saved to your reading list.')).toBeVisible();
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true');

  // A conflict with another tab shows the documented message and the present state.
  await page.route('**/likes', (route) => route.continue({ method: 'PUT' }));
  await likeButton(page).click();
  await expect(toast(page, 'You have already liked this article')).toBeVisible();
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/likes');
  // A failed request leaves the state unchanged.
  await page.route('**/saves', (route) => route.abort());
  await saveButton(page).click();
  await expect(toast(page, 'The server is not responding')).toBeVisible();
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/saves');

  // The next visit shows the reactions before an island is loaded.
  const tab = await page.context().newPage();
  await tab.goto(site.url + article);
  await expect(bar(tab)).toHaveAccessibleDescription('Liked, Saved');
  await expect(likeButton(tab)).toHaveAccessibleName('Like, 1 like so far');
  const fills = () =>
    bar(tab)
      .locator('button[title] .icon')
      .evaluateAll((icons) => icons.map((icon) => getComputedStyle(icon).fill));
  const early = await fills();
  // Like and save have the same look, and alerts another one.
  expect(new Set(early.slice(0, 2)).size).toBe(1);
  expect(new Set(early).size).toBe(2);
  await expect(tab.locator('astro-island:not([ssr])')).toHaveCount(0);
  await saveButton(tab).hover();
  await expect(saveButton(tab)).toHaveAttribute('aria-pressed', 'true');
  await expect(likeButton(tab)).toHaveAttribute('aria-pressed', 'true');
  await expect(likeButton(tab)).toHaveAccessibleName('Like, 1 like so far');
  expect(await fills()).toEqual(early);
  await tab.close();

  await likeButton(page).click();
  await expect(likeButton(page)).toHaveAccessibleName('Like, 0 likes so far');

  const saved = page.getByRole('region', { name: 'Saved to read' });
  await page.route('**/api/user/info*', (route) => route.abort());
  await page.goto(site.url);
  await expect(saved.getByRole('alert')).toContainText('is not responding');
  await page.unroute('**/api/user/info*');
  await saved.getByRole('button', { name: 'Try again' }).click();
  await expect(saved.getByRole('link', { name: 'A page is a file' })).toBeVisible();
  await saved.getByRole('link', { name: 'Reading list' }).click();
  await main(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(main(page).getByText('“A page is a file” was removed from the list.')).toBeVisible();
  await expectNotBusy(main(page));
  await main(page)
    .getByRole('button', { name: /^Save again/ })
    .click();
  await expect(main(page).getByRole('button', { name: /^Remove/ })).toBeFocused();
  await expectNotBusy(main(page));
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await main(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await removed;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No saved articles yet' })).toBeVisible();
});

test('a member finds a liked article, unlikes it and likes it again', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  const guestTab = await page.context().newPage();
  await guestTab.goto(site.url + article);
  await likeButton(guestTab).click();
  await expect(bar(guestTab)).toContainText('Sign in to like this article.');
  const releaseReactions = await pauseRequests(guestTab, '**/api/user/info*');
  await page.goto(`${site.url}/liked`);
  await expect(page).toHaveURL(`${site.url}/login?next=/liked`);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await signUp(page);
  await expect(page).toHaveURL(`${site.url}/liked`);
  await expect(page.getByRole('heading', { name: 'No liked articles yet' })).toBeVisible();

  // In the tab that was open before the sign-in, a press takes effect once the reactions have loaded.
  await likeButton(guestTab).click();
  await expect(likeButton(guestTab)).toHaveAttribute('aria-busy', 'true');
  await releaseReactions();
  // The button changes at once; the message follows the response of the API.
  await expect(bar(guestTab).getByText('Liked. 1 like.')).toHaveCount(1);
  await guestTab.close();
  // A list that failed to load shows an error and a button to retry.
  await page.route('**/api/liked-articles*', (route) => route.abort());
  await page.goto(site.url);
  await page
    .getByRole('region', { name: 'Saved to read' })
    .getByRole('link', { name: 'Liked articles' })
    .click();
  await expect(main(page).getByRole('alert')).toContainText('The server is not responding');
  await page.unroute('**/api/liked-articles*');
  await main(page).getByRole('button', { name: 'Try again' }).click();

  await expect(main(page).getByText('1 article', { exact: true })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'A page is a file' })).toBeVisible();
  const unlike = main(page).getByRole('button', { name: 'Unlike A page is a file' });
  const likeAgain = main(page).getByRole('button', { name: 'Like again A page is a file' });
  // A second press during the request is ignored, so that a later request cannot overtake the first.
  const releaseUnlike = await pauseRequests(page, '**/likes');
  await unlike.focus();
  await page.keyboard.press('Enter');
  await expect(likeAgain).toBeFocused();
  await page.keyboard.press('Enter');
  await releaseUnlike();
  await expectNotBusy(main(page));
  await expect(main(page).getByText('You no longer like “A page is a file”.')).toBeVisible();
  await page.unroute('**/likes');
  await likeAgain.click();
  await expect(unlike).toBeFocused();
  await expectNotBusy(main(page));

  // A rejected change is reverted and shows the reason.
  await page.route('**/likes', (route) => route.abort());
  await unlike.click();
  await expect(toast(page, 'The server is not responding')).toBeVisible();
  await expect(unlike).toBeVisible();
  await expectNotBusy(main(page));
  await page.unroute('**/likes');
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await unlike.click();
  await removed;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No liked articles yet' })).toBeVisible();
});

test('a response that the page does not understand undoes a like and is reported', {
  tag: '@topic',
}, async ({ browser, site }) => {
  const { page, reports } = await openReportingPage(browser);
  await pauseToastTimers(page.context());
  await registerMember(page, site, 'Ada');
  await page.route('**/likes', (route) => route.fulfill({ json: null }));
  await page.goto(site.url + article);
  await likeButton(page).click();
  await expect(toast(page, 'Something went wrong here.')).toBeVisible();
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'false');
  expect(reports).toHaveLength(1);
  await page.context().close();
});

test('a like is not undone by reactions that were requested before it', {
  tag: '@topic',
}, async ({ page, site }) => {
  await registerMember(page, site, 'Ada');
  await page.goto(site.url + article);
  await expect(likeButton(page)).toHaveAccessibleName('Like, 0 likes so far');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isFetched, resolve: confirmFetch } = Promise.withResolvers<void>();
  await page.route('**/api/user/info*', async (route) => {
    const response = await route.fetch();
    confirmFetch();
    await isReleased;
    await route.fulfill({ response });
  });
  // As after a sign-in in another tab, the reactions are loaded again.
  const loaded = page.waitForResponse('**/api/user/info*');
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'session' })));
  await isFetched;
  await likeButton(page).click();
  await expect(bar(page).getByText('Liked. 1 like.')).toHaveCount(1);
  release();
  await (await loaded).finished();
  // The page has processed the response when a later one has arrived.
  await page.evaluate(async () => {
    await (await fetch('/api/games/likes')).text();
    await new Promise(requestAnimationFrame);
  });
  await expect(likeButton(page)).toHaveAccessibleName('Like, 1 like so far');
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
});

test('a member with alerts is notified of a new article at once in every tab', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  await page.goto(`${site.url}/register`);
  await signUp(page);
  await page.goto(site.url + article);
  await alertButton(page).click();
  await expect(toast(page, 'Start being alerted when user makes posts.')).toBeVisible();

  // Both tabs share one connection, which belongs to one of them. Requests of the earlier page must not count.
  await page.goto('about:blank');
  const streams: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().includes('/api/events')) streams.push(request.url());
  });
  const connection = page.waitForRequest(/\/api\/events/);
  await page.goto(`${site.url}/tools`);
  await connection;
  const second = await page.context().newPage();
  await second.goto(`${site.url}/notifications`);
  await expect(second.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  expect(streams).toEqual([`${site.url}/api/events?channel=me`]);

  const ownerContext = await browser.newContext();
  const owner = await ownerContext.newPage();
  await signInAsOwner(owner, site);
  await publish(owner, site, 'Fresh from the oven');
  for (const tab of [page, second]) {
    await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread');
    // The name does not wait for the island.
    await expect(tab.locator('astro-island[ssr]').getByTitle('Notifications')).toHaveCount(1);
  }
  await expect(
    second.getByRole('link', { name: 'New article: Fresh from the oven' }),
  ).toBeVisible();

  // When the tab with the connection closes, the other tab opens one and misses no event.
  const newConnection = second.waitForRequest(/\/api\/events/);
  await page.close();
  await newConnection;
  await publish(owner, site, 'Another one');
  await expect(bell(second)).toHaveAccessibleName('Notifications, 2 unread');
  await expect(second.getByText('2 notifications, 2 unread')).toBeVisible();
  await second.getByRole('button', { name: 'Mark as read New article: Another one' }).click();
  await expect(
    second.getByRole('button', { name: 'Mark as unread New article: Another one' }),
  ).toBeFocused();
  await second.getByRole('button', { name: 'Delete New article: Another one' }).click();
  await expect(second.getByText('1 notification, 1 unread')).toBeVisible();

  // Settings take effect: new articles are announced only by email from now on.
  const newArticles = second.getByRole('checkbox', { name: 'New articles: here' });
  const releasePreference = await pauseRequests(second, '**/api/notifications/preferences');
  await newArticles.uncheck();
  // A press during the request is ignored.
  await newArticles.press('Space');
  await releasePreference();
  await expect(toast(second, 'Saved.')).toBeVisible();
  await second.reload();
  await expect(second.getByRole('checkbox', { name: 'New articles: here' })).not.toBeChecked();
  await expect(second.getByRole('checkbox', { name: 'Security: by email' })).toBeDisabled();

  // Opening a notification marks it as read.
  await second.getByRole('link', { name: 'New article: Fresh from the oven' }).click();
  await expect(second.getByRole('heading', { name: 'Fresh from the oven' })).toBeVisible();
  await expect(bell(second)).toHaveAccessibleName('Notifications');

  // Signing out in one tab also signs out the others.
  await second.goto(`${site.url}/notifications`);
  await second.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await second.waitForURL(`${site.url}/`);
  await second.goto(`${site.url}/notifications`);
  await expect(second).toHaveURL(`${site.url}/login?next=/notifications`);
  await ownerContext.close();
});
