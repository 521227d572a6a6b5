import type { Page } from '@playwright/test';
import { expect, readOnlyTest as test } from './site.ts';

const cards = (page: Page) => page.locator('.games > li:visible');
const names = (page: Page) => page.locator('.games > li:visible h2').allTextContents();
const filter = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a visitor filters, goes back, likes, searches, and reads about a game', async ({ page }) => {
  await page.goto('/gamecorner');
  await page.getByRole('main').getByRole('link', { name: 'Browse' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trending and interesting');
  await expect(cards(page)).toHaveCount(33);

  // What is chosen stands in the address, so that Back works.
  await filter(page, 'Racing').click();
  await expect(page).toHaveURL(/\?filter=Racing$/);
  await expect(cards(page)).toHaveCount(3);
  await filter(page, 'Ratings').click();
  await expect(cards(page)).toHaveCount(33);
  await expect(cards(page).first()).toContainText('95');
  await expect(cards(page).last()).toContainText('Tic Tac Toe');
  await filter(page, 'Reviews').click();
  await expect(page.getByText('There are no reviews yet!')).toBeVisible();
  await expect(page.getByText('You can add some, soon.')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText('Filter by: Ratings')).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(3);
  // A list that nobody has used since the reload follows Back and Forward.
  await page.goBack();
  await page.mouse.move(0, 0);
  await page.reload();
  await page.goForward();
  await expect(cards(page)).toHaveCount(3);

  // Likes fill the playlist, and outlive going to a game and back.
  await filter(page, 'Playlist').click();
  await expect(page.getByText('Games you like appear here')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filter' }).click();
  await expect(page).toHaveURL(/\/browser$/);
  await page.getByRole('button', { name: 'Like Firewatch' }).click();
  await filter(page, 'Playlist').click();
  await expect.poll(() => names(page)).toEqual(['Firewatch']);
  await filter(page, 'Columns').click();
  await expect(page).toHaveURL(/filter=Wishlist&view=columns$/);

  // A press beside the name opens the game; Back finds the list as it was left.
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

  // Reviews have no names: whoever types one among them looks for a game.
  await filter(page, 'Reviews').click();
  await page.getByRole('searchbox').fill('celeste');
  await expect.poll(() => names(page)).toEqual(['Celeste']);
});

test('what is pressed before the scripts of the page are here happens once they are', {
  tag: '@topic',
}, async ({ page }) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/gamecorner/game/29', { waitUntil: 'commit' });
  const like = page.getByRole('button', { name: 'Like Connect Four' });
  await like.click();
  // Pressing again what does nothing yet is no wish to take it back.
  await like.click();
  await page.getByRole('button', { name: 'Play Connect Four' }).click();
  arrive();
  await expect(page.getByRole('radio', { name: 'Robot, easy' })).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test('words that are typed before the search is ready are searched for', { tag: '@topic' }, async ({
  page,
}) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  // The island, and nothing of the page itself.
  await page.route('**/_assets/GameBrowser.*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/gamecorner/browser');
  await page.getByRole('searchbox').fill('valley');
  await expect(cards(page)).toHaveCount(33);
  arrive();
  await expect.poll(() => names(page)).toEqual(['Stardew Valley', 'Monument Valley']);
  await expect(page.getByRole('searchbox')).toHaveValue('valley');
});

test('a game shows four pictures without an end, and its facts after half a second', {
  tag: '@verify',
}, async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  // Time passes where the test lets it: a busy machine may take its time between two steps.
  const holdTime = async () =>
    page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_600_000);
  await page.goto('/gamecorner/game/11');
  const shown = page.locator('.slider__slide:visible picture img').last();
  const dots = page.locator('.slider__dot');
  const picture = (number: number) =>
    expect(dots.nth(number - 1)).toHaveAttribute('aria-current', 'true');
  await picture(1);
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await picture(4);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await picture(1);
  await page.keyboard.press('ArrowRight');
  await picture(2);
  await page.getByRole('button', { name: 'Picture 4 of 4' }).click();
  await picture(4);
  await expect(shown).toHaveAttribute('alt', /picture 4 of 4/);

  // It plays only when asked to, a picture every six seconds, and stops at the first touch.
  await holdTime();
  await page.clock.runFor(7000);
  await picture(4);
  const play = page.getByRole('button', { name: 'Play the pictures' });
  await play.click();
  await page.clock.runFor(6000);
  await picture(1);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(play).toHaveAttribute('aria-pressed', 'false');
  await page.clock.resume();

  const facts = page.locator('details', { hasText: 'Campo Santo, Panic' });
  await expect(page.getByText('Campo Santo, Panic')).toBeHidden();
  await facts.getByText('More', { exact: true }).click();
  await expect(page.getByText('Campo Santo, Panic')).toBeVisible();
  // They appear after half a second.
  await expect(facts.locator('div').first()).toHaveCSS('animation-delay', '0.5s');
  await expect(facts.locator('div').first()).toHaveCSS('opacity', '1');
  await expect(page.getByRole('link', { name: 'firewatchgame.com' })).toBeVisible();
  await facts.getByText('Hide', { exact: true }).click();
  await expect(page.getByText('Campo Santo, Panic')).toBeHidden();
  await page.getByRole('link', { name: 'Store' }).click();
  await expect(page).toHaveURL(/\/gamecorner\/browser$/);

  // An unknown number and a wrong address each say what they are; 31 is 9 under another number.
  await page.goto('/gamecorner/game/404');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Game not found');
  await expect(page.getByText('Rating 0', { exact: true })).toBeVisible();
  await page.goto('/gamecorner/this-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error 404');
  await page.goto('/gamecorner/game/31');
  await expect(page).toHaveURL(/\/gamecorner\/game\/9$/);

  // A game by chance, one of the first eleven, after a second and a half.
  await page.goto('/gamecorner');
  await holdTime();
  await page.getByRole('button', { name: 'Random Game' }).click();
  const shuffle = page.getByRole('dialog', { name: 'A random game' });
  await expect(shuffle).toBeVisible();
  const covers = await shuffle
    .locator('picture')
    .evaluateAll((pictures) =>
      pictures.map((picture) =>
        [...picture.querySelectorAll('source')].map(({ type, srcset }) => [
          type,
          srcset.match(/ \d+w/g)?.length,
        ]),
      ),
    );
  const forms = [
    ['image/avif', 2],
    ['image/webp', 2],
  ];
  expect(covers).toEqual(Array.from({ length: 11 }, () => forms));
  await page.clock.runFor(1400);
  await expect(page).toHaveURL(/\/gamecorner$/);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/gamecorner\/game\/(\d|10)$/);
});

test('the two rooms look a user up and say quotes and jokes', { tag: '@topic' }, async ({
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
  const nobody = { msg: 'GitHub has no user with this name.', code: 'NOT_FOUND' };
  await page.route('**/api/panels/code-host/octavia', (route) => route.fulfill({ json: user }));
  await page.route('**/api/panels/code-host/nobody', (route) =>
    route.fulfill({ json: nobody, status: 404 }),
  );
  await page.route('**/api/panels/joke', (route) =>
    route.fulfill({ json: { text: 'Knock, knock.', punchline: 'Nobody.' } }),
  );
  await page.goto('/gamecorner');
  await page.getByRole('button', { name: 'GitHub users and celebrity quotes' }).click();
  const room = page.getByRole('dialog');
  await room.getByRole('button', { name: 'GitHub users' }).click();
  const username = room.getByLabel('Username');
  await expect(username).toBeFocused();
  await username.fill('nobody');
  await username.press('Enter');
  await expect(room.getByText(nobody.msg)).toBeVisible();
  await expect(username).toHaveValue('nobody');
  await username.fill('octavia');
  await username.press('Enter');
  await expect(room.getByRole('link', { name: 'octavia', exact: true })).toBeVisible();
  await expect(room.getByText('2 public repositories')).toBeVisible();
  await expect(room.getByRole('listitem')).toHaveText(['loomRust', 'notesN/A']);

  // Without a service the site has quotes of its own.
  await room.getByRole('button', { name: 'Back' }).click();
  await room.getByRole('button', { name: 'Celebrity quotes' }).click();
  await expect(room.locator('figcaption')).toHaveText(/\w/);
  await room.getByRole('tab', { name: 'Jokes' }).click();
  await expect(room.getByText('Nobody.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(room).toBeHidden();

  // Whoever comes again chooses again.
  const door = page.getByRole('button', { name: 'GitHub users and celebrity quotes' });
  await expect(door).toBeFocused();
  await door.press('Enter');
  await expect(room.getByRole('button', { name: 'GitHub users' })).toBeVisible();
});

test('a game that could not be loaded is loaded by another try', {
  tag: '@verify',
}, async ({ page }) => {
  const view = /_assets\/view\.[^/]*\.js/;
  await page.route(view, (route) => route.abort());
  await page.goto('/gamecorner/game/29');
  await page.locator('[data-play-game]').click();
  await expect(page.getByRole('alert')).toContainText('The game could not be loaded.');
  await page.unroute(view);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeFocused();
});
