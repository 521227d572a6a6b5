import type { Page } from '@playwright/test';
import { commentField, commentPanel, openComments, writeComment } from './support/comment-panel.ts';
import { expect, registerMember, type Site, signOut, test } from './support/site.ts';

test.use({ seed: 'demo' });

/**
 * Withholds the storage events of other tabs from the page, as browsers do in the back/forward cache.
 * @returns a function that delivers them late: each then finds the values of the last one
 */
async function holdStorageEvents(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: (string | null)[] = [];
    addEventListener('storage', (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      held.push(event.key);
    });
    addEventListener('deliver', () => {
      for (const key of held.splice(0)) dispatchEvent(new StorageEvent('storage', { key }));
    });
  });
  return () =>
    page.evaluate(() => {
      dispatchEvent(new Event('deliver'));
    });
}

/** Returns to the page from the back/forward cache, which browsers for tests do not have. */
const restore = (page: Page): Promise<void> =>
  page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });

/** Signs in through the form, also while another member is signed in. */
async function signIn(page: Page, site: Site, name: string): Promise<void> {
  await page.goto(`${site.url}/login?again=1&next=/tools`);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(`${site.url}/tools`);
}

/** Registers two members, the second of whom is signed in afterwards. */
async function registerBoth(page: Page, site: Site): Promise<void> {
  await registerMember(page, site, 'Ben');
  await registerMember(page, site, 'Ann');
}

const writer = (page: Page, name: string) => commentPanel(page).getByText(`as ${name}`);

test('a page from the back/forward cache shows nothing of the member before', {
  tag: '@topic',
}, async ({ page, site, context }) => {
  await registerBoth(page, site);
  const cached = await context.newPage();
  await holdStorageEvents(cached);
  await openComments(cached, site);
  await expect(writer(cached, 'Ann')).toBeVisible();
  await writeComment(cached, 'I can edit this.');
  const edit = commentPanel(cached).getByRole('button', { name: 'Edit' });
  await expect(edit).toBeVisible();
  await commentField(cached).fill('Nobody else should read this.');

  await page.goto(site.url);
  await signOut(page);
  await signIn(page, site, 'Ben');
  await restore(cached);
  await expect(writer(cached, 'Ben')).toBeVisible();
  await expect(commentField(cached)).toHaveValue('');
  await expect(edit).toHaveCount(0);

  // It also shows a sign-out, and the next sign-in.
  await page.goto(site.url);
  await signOut(page);
  await restore(cached);
  await expect(writer(cached, 'Anonymous')).toBeVisible();
  await signIn(page, site, 'Ann');
  await restore(cached);
  await expect(writer(cached, 'Ann')).toBeVisible();
});

test('signing in without signing out before removes the data of the member before from all tabs', {
  tag: '@topic',
}, async ({ page, site, context }) => {
  await registerBoth(page, site);
  const article = await context.newPage();
  const deliverToArticle = await holdStorageEvents(article);
  await openComments(article, site);
  await expect(writer(article, 'Ann')).toBeVisible();
  await commentField(article).fill('Nobody else should read this.');
  const shop = await context.newPage();
  const deliverToShop = await holdStorageEvents(shop);
  await shop.goto(`${site.url}/shop/products`);
  const cart = shop.getByRole('banner').getByRole('link', { name: /^Cart/ });
  await shop.getByRole('article').getByRole('link', { name: 'Buy' }).first().click();
  await expect(cart).toHaveAccessibleName('Cart, 1 product');
  await page.goto(`${site.url}/contact`);
  await page.getByRole('textbox', { name: 'Message' }).fill('Nobody else should read this.');

  // The form is sent before the page has loaded who is signed in.
  await page.route('**/api/user/info*', (route) => route.abort());
  await signIn(page, site, 'Ben');
  await deliverToArticle();
  await deliverToShop();
  await expect(cart).toBeHidden();
  await expect(shop.getByRole('banner').locator('[data-initials=B]')).toBeVisible();
  await expect(writer(article, 'Ben')).toBeVisible();
  await expect(commentField(article)).toHaveValue('');
  for (const tab of [article, page]) {
    expect(await tab.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Nobody else');
  }
});

test('unsent text stays for its member after another tab finds the session expired', {
  tag: '@topic',
}, async ({ page, site, context }) => {
  await registerBoth(page, site);
  const article = await context.newPage();
  await openComments(article, site);
  await expect(writer(article, 'Ann')).toBeVisible();
  await commentField(article).fill('A long comment.');
  const profile = await context.newPage();
  // The browser would ask before it leaves the page.
  await profile.addInitScript(() =>
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true),
  );
  await profile.goto(`${site.url}/profile/edit`);
  const title = profile.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Mathematician');
  const contact = await context.newPage();
  await contact.goto(`${site.url}/contact`);
  const message = contact.getByRole('textbox', { name: 'Message' });
  // The island stores what is typed after it has been hydrated.
  const messageDraft = async () => {
    await message.fill('A long message.');
    return contact.evaluate(() => sessionStorage['contact-draft'] ?? '');
  };
  await expect.poll(messageDraft).toContain('A long message.');

  const expire = async () => {
    await context.clearCookies();
    await page.goto(`${site.url}/tools`);
    await expect(page.getByText('Your session has ended')).toBeVisible();
    await expect(writer(article, 'Anonymous')).toBeVisible();
    await expect(commentField(article)).toHaveValue('');
    await profile.waitForURL(/\/login\?next=\/profile\/edit/);
  };
  await expire();
  await signIn(page, site, 'Ann');
  await expect(writer(article, 'Ann')).toBeVisible();
  await expect(commentField(article)).toHaveValue('A long comment.');
  await profile.goto(`${site.url}/profile/edit`);
  await expect(title).toHaveValue('Mathematician');
  await contact.reload();
  await expect(message).toHaveValue('A long message.');

  // Another member does not find it.
  await expire();
  await contact.reload();
  await expect(message).toHaveValue('A long message.');
  await signIn(page, site, 'Ben');
  await expect(writer(article, 'Ben')).toBeVisible();
  await expect(commentField(article)).toHaveValue('');
  for (const tab of [article, profile, contact]) {
    await expect
      .poll(() => tab.evaluate(() => JSON.stringify(sessionStorage)))
      .not.toMatch(/A long|Mathematician/);
  }
});

test('the hearts of games follow each sign-in and sign-out in another tab', {
  tag: '@topic',
}, async ({ page, site, context }) => {
  await registerBoth(page, site);
  const heart = (tab: Page, game: string) => tab.getByRole('button', { name: `Like ${game}` });
  const expectLiked = (tab: Page, game: string, isLiked: boolean) =>
    expect(heart(tab, game)).toHaveAttribute('aria-pressed', `${isLiked}`);
  const openGames = (tab: Page) => tab.goto(`${site.url}/gamecorner/browser`);
  await openGames(page);
  const saved = page.waitForResponse(/\/api\/games\/\d+\/like$/);
  await heart(page, 'Firewatch').click();
  await saved;
  await page.goto(site.url);
  await signOut(page);

  const games = await context.newPage();
  await openGames(games);
  await heart(games, 'Celeste').click();
  await signIn(page, site, 'Ann');
  await expectLiked(games, 'Firewatch', true);
  await expectLiked(games, 'Celeste', true);
  await signIn(page, site, 'Ben');
  await expectLiked(games, 'Firewatch', false);
  await expectLiked(games, 'Celeste', false);
  // The likes of the guest belong to Ann's account now.
  await signIn(page, site, 'Ann');
  await expectLiked(games, 'Celeste', true);
  await page.goto(site.url);
  await signOut(page);
  await expectLiked(games, 'Celeste', false);
});
