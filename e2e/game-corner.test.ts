import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, openReportingPage, readOnlyTest as test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

const games: { genre: string; rating: number }[] = readdirSync('content/games')
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(`content/games/${file}`, 'utf8')));
const racingCount = games.filter(({ genre }) => genre === 'Racing').length;
const ratings = games.map(({ rating }) => rating);
const cards = (page: Page) => page.locator('.games > li:visible');
const names = (page: Page) => page.locator('.games > li:visible h2').allTextContents();
const filter = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a visitor filters, goes back, likes, searches, and opens a game', async ({ page }) => {
  await page.goto('/gamecorner');
  await page.getByRole('main').getByRole('link', { name: 'Browse' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trending and interesting');
  await expect(cards(page)).toHaveCount(games.length);

  // The filter is part of the URL, so Back works.
  await filter(page, 'Racing').click();
  await expect(page).toHaveURL(/\?filter=Racing$/);
  await expect(cards(page)).toHaveCount(racingCount);
  await filter(page, 'Ratings').click();
  await expect(cards(page)).toHaveCount(games.length);
  await expect(cards(page).first()).toContainText(`${Math.max(...ratings)}`);
  await expect(cards(page).last()).toContainText(`${Math.min(...ratings)}`);
  await filter(page, 'Reviews').click();
  await expect(page.getByText('There are no reviews yet!')).toBeVisible();
  await expect(page.getByText('You can add some, soon.')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText('Filter by: Ratings')).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(racingCount);
  // A list that has not been used since the reload follows Back and Forward.
  await page.goBack();
  await page.mouse.move(0, 0);
  await page.reload();
  await page.goForward();
  await expect(cards(page)).toHaveCount(racingCount);

  // Likes fill the playlist and survive navigation.
  await filter(page, 'Playlist').click();
  await expect(page.getByText('Games you like appear here')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filter' }).click();
  await expect(page).toHaveURL(/\/browser$/);
  await page.getByRole('button', { name: 'Like Firewatch' }).click();
  await filter(page, 'Playlist').click();
  await expect.poll(() => names(page)).toEqual(['Firewatch']);
  await filter(page, 'Columns').click();
  await expect(page).toHaveURL(/filter=Wishlist&view=columns$/);

  // A click beside the name opens the game, and Back restores the list.
  await cards(page).click({ position: { x: 20, y: 60 } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Firewatch');
  await expect(page.getByRole('button', { name: 'Like Firewatch' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(['Firewatch']);
  await page.getByRole('searchbox').fill('valley');
  await expect(page.getByText('No games match “valley”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filter' }).click();
  await page.getByRole('searchbox').fill('valley');
  await expect.poll(() => names(page)).toEqual(['Stardew Valley', 'Monument Valley']);

  // Reviews have no names, so a search there searches all games.
  await filter(page, 'Reviews').click();
  await page.getByRole('searchbox').fill('celeste');
  await expect.poll(() => names(page)).toEqual(['Celeste']);
});

test('clicks before the scripts have loaded take effect once they have', {
  tag: '@topic',
}, async ({ page }) => {
  const { promise: scriptsLoaded, resolve: releaseScripts } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scriptsLoaded;
    await route.continue();
  });
  await page.goto('/gamecorner/game/29', { waitUntil: 'commit' });
  const like = page.getByRole('button', { name: 'Like Connect Four' });
  await like.click();
  // A second click without effect so far does not undo the first one.
  await like.click();
  await page.getByRole('button', { name: 'Play Connect Four' }).click();
  releaseScripts();
  await expect(page.getByRole('radio', { name: 'Robot, easy' })).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test('text that is typed before the search is ready is searched for', { tag: '@topic' }, async ({
  page,
}) => {
  // Delays all scripts, so that the focus comes before any of them, or only the island.
  for (const delayed of ['**/*.js', '**/_assets/GameBrowser.*.js']) {
    const releaseScripts = await pauseRequests(page, delayed);
    await page.goto('/gamecorner/browser', { waitUntil: 'commit' });
    await page.getByRole('searchbox').fill('valley');
    await expect(cards(page)).toHaveCount(games.length);
    await releaseScripts();
    await expect.poll(() => names(page)).toEqual(['Stardew Valley', 'Monument Valley']);
    await expect(page.getByRole('searchbox')).toHaveValue('valley');
    await page.unrouteAll();
  }
});

test('a game shows four images in a loop, and its facts after half a second', {
  tag: '@verify',
}, async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  // The clock advances only in the test, because steps may take long on a busy machine.
  const pauseClock = async () =>
    page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_600_000);
  await page.goto('/gamecorner/game/11');
  const currentImage = page.locator('.slider__slide:visible picture img').last();
  const dots = page.locator('.slider__dot');
  const expectImage = (number: number) =>
    expect(dots.nth(number - 1)).toHaveAttribute('aria-current', 'true');
  await expectImage(1);
  await page.getByRole('button', { name: 'Previous image' }).click();
  await expectImage(4);
  await page.getByRole('button', { name: 'Next image' }).click();
  await expectImage(1);
  await page.keyboard.press('ArrowRight');
  await expectImage(2);
  await page.getByRole('button', { name: 'Image 4 of 4' }).click();
  await expectImage(4);
  await expect(currentImage).toHaveAttribute('alt', /image 4 of 4/);

  // The slide show starts on request, changes every six seconds, and stops at the first interaction.
  await pauseClock();
  await page.clock.runFor(7000);
  await expectImage(4);
  const play = page.getByRole('button', { name: 'Play slideshow' });
  await play.click();
  await page.clock.runFor(6000);
  await expectImage(1);
  await page.getByRole('button', { name: 'Next image' }).click();
  await expect(play).toHaveAttribute('aria-pressed', 'false');
  await page.clock.resume();

  const facts = page.locator('details', { hasText: 'Campo Santo, Panic' });
  await expect(page.getByText('Campo Santo, Panic')).toBeHidden();
  await facts.getByText('More', { exact: true }).click();
  await expect(page.getByText('Campo Santo, Panic')).toBeVisible();
  // The facts appear after half a second.
  await expect(facts.locator('div').first()).toHaveCSS('animation-delay', '0.5s');
  await expect(facts.locator('div').first()).toHaveCSS('opacity', '1');
  await expect(page.getByRole('link', { name: 'firewatchgame.com' })).toBeVisible();
  await facts.getByText('Hide', { exact: true }).click();
  await expect(page.getByText('Campo Santo, Panic')).toBeHidden();
  await page.getByRole('link', { name: 'Store' }).click();
  await expect(page).toHaveURL(/\/gamecorner\/browser$/);

  // An unknown ID and an unknown URL show different errors. Game 31 redirects to game 9.
  await page.goto('/gamecorner/game/404');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Game not found');
  await expect(page.getByText('Rating 0', { exact: true })).toBeVisible();
  await page.goto('/gamecorner/this-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error 404');
  await page.goto('/gamecorner/game/31');
  await expect(page).toHaveURL(/\/gamecorner\/game\/9$/);

  // A random game, one of the first eleven, opens after one and a half seconds.
  await page.goto('/gamecorner');
  await pauseClock();
  await page.getByRole('button', { name: 'Random Game' }).click();
  const randomGame = page.getByRole('dialog', { name: 'A random game' });
  await expect(randomGame).toBeVisible();
  const covers = await randomGame
    .locator('picture')
    .evaluateAll((elements) =>
      elements.map((element) =>
        [...element.querySelectorAll('source')].map(({ type, srcset }) => [
          type,
          srcset.match(/ \d+w/g)?.length,
        ]),
      ),
    );
  const variants = [
    ['image/avif', 2],
    ['image/webp', 2],
  ];
  expect(covers).toEqual(Array.from({ length: 11 }, () => variants));
  await page.clock.runFor(1400);
  await expect(page).toHaveURL(/\/gamecorner$/);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/gamecorner\/game\/(\d|10)$/);
});

test('the two panels look up a user and show quotes and jokes', { tag: '@topic' }, async ({
  page,
}) => {
  const user = {
    login: 'octavia',
    avatar: '/icon-192.png',
    link: 'https://example.org/octavia',
    blog: 'octavia.example.org',
    public_repos: 2,
    repos: [
      { name: 'loom', link: 'https://example.org/loom', language: 'Rust' },
      { name: 'notes', link: null, language: 'N/A' },
    ],
  };
  const notFound = { msg: 'GitHub has no user with this name.', code: 'NOT_FOUND' };
  await page.route('**/api/panels/github/octavia', (route) => route.fulfill({ json: user }));
  await page.route('**/api/panels/github/nobody', (route) =>
    route.fulfill({ json: notFound, status: 404 }),
  );
  await page.route('**/api/panels/joke', (route) =>
    route.fulfill({ json: { text: 'Knock, knock.', punchline: 'Nobody.' } }),
  );
  await page.goto('/gamecorner');
  await page.getByRole('button', { name: 'GitHub users and celebrity quotes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'GitHub users' }).click();
  const username = dialog.getByLabel('Username');
  await expect(username).toBeFocused();
  await username.fill('nobody');
  await username.press('Enter');
  await expect(dialog.getByText(notFound.msg)).toBeVisible();
  await expect(username).toHaveValue('nobody');
  await username.fill('octavia');
  await username.press('Enter');
  await expect(dialog.getByRole('link', { name: 'octavia', exact: true })).toBeVisible();
  await expect(dialog.getByText('2 public repositories')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(['loomRust', 'notesN/A']);

  // Without an external service, the site shows its own quotes.
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Celebrity quotes' }).click();
  await expect(dialog.locator('figcaption')).toHaveText(/\w/);
  await dialog.getByRole('tab', { name: 'Jokes' }).click();
  await expect(dialog.getByText('Nobody.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Opening the dialog again starts at the selection.
  const openButton = page.getByRole('button', { name: 'GitHub users and celebrity quotes' });
  await expect(openButton).toBeFocused();
  await openButton.press('Enter');
  await expect(dialog.getByRole('button', { name: 'GitHub users' })).toBeVisible();

  // So does a press that comes before the browser has reported that the dialog was closed.
  await dialog.evaluate(
    (open, button) =>
      open.addEventListener('cancel', () => queueMicrotask(() => (button as HTMLElement).click())),
    await openButton.elementHandle(),
  );
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'GitHub users' })).toBeVisible();
});

test('a quote does not stand in the tab of jokes while a joke is loading', {
  tag: '@topic',
}, async ({ page }) => {
  await page.goto('/gamecorner');
  await page.getByRole('button', { name: 'GitHub users and celebrity quotes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Celebrity quotes' }).click();
  await expect(dialog.getByRole('blockquote')).toBeVisible();
  const releaseJoke = await pauseRequests(page, '**/api/panels/joke');
  await dialog.getByRole('tab', { name: 'Jokes' }).click();
  const panel = dialog.getByRole('tabpanel', { name: 'Jokes' });
  await expect(panel).toHaveText('');
  await releaseJoke();
  await expect(panel).toHaveText(/\w/);
});

test('a game that failed to load loads on the next attempt', {
  tag: '@verify',
}, async ({ browser, site }) => {
  const { page, reports } = await openReportingPage(browser);
  const view = /_assets\/view\.[^/]*\.js/;
  await page.route(view, (route) => route.abort());
  await page.goto(`${site.url}/gamecorner/game/29`);
  await page.locator('[data-play-game]').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'The game could not be loaded.',
  );
  expect(reports).toHaveLength(1);
  await page.unroute(view);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeFocused();
  await page.context().close();
});
