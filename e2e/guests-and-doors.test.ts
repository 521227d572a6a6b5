import type { Page } from '@playwright/test';
import { expect, signOut, readOnlyTest as test } from './site.ts';

const banner = (page: Page) => page.getByRole('banner');
/** Names of what the header offers, in its order, without what waits there; menus are open. */
async function offered(page: Page): Promise<string[]> {
  const menus = banner(page).locator('details:visible');
  for (const menu of await menus.all()) {
    await menu.evaluate((details) => {
      // By their common name one closes the other.
      details.removeAttribute('name');
      details.setAttribute('open', '');
    });
  }
  const all = banner(page)
    .getByRole('navigation')
    .locator('a:visible, summary:visible, button:visible');
  return (await all.allInnerTexts()).map((name) => name.trim().split('\n')[0] ?? '');
}

const guestLinks = [
  'Home',
  'Blog',
  'Portfolio',
  'Project Case Studies',
  'Resume',
  'About',
  'Shop',
  'Games',
  'Tools',
  'Contact',
  'Sign in',
];

test('guests, members and the admin each find their own links, and come back where they were', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.url}/about`);
  await expect.poll(() => offered(page)).toEqual(guestLinks);
  await expect(banner(page).getByRole('button', { name: 'Search' })).toBeVisible();
  await expect(banner(page).getByRole('link', { name: 'About' })).toHaveAttribute(
    'aria-current',
    'page',
  );

  await banner(page).getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(`${site.url}/register`);
  await page.getByLabel('Name').fill('Alan');
  await page.getByLabel('Email').fill('alan@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(`${site.url}/`);
  await expect(banner(page).getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect
    .poll(() => offered(page))
    .toEqual([
      'Home',
      'View Blogs',
      'Reading',
      'Reading list',
      'Liked articles',
      'Library',
      'Shop',
      'Games',
      'Tools',
      'Account',
      'Logout',
    ]);
  await expect(banner(page).getByRole('link', { name: 'Get Started' })).toBeHidden();

  await signOut(page);

  // Signing in leads back to where one was, by way of registering too.
  await page.goto(`${site.url}/tools`);
  await banner(page).getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('owner@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(`${site.url}/tools`);
  await expect
    .poll(() => offered(page))
    .toEqual([
      'Blog',
      'Create Post',
      'View Blogs',
      'Reading',
      'Reading list',
      'Liked articles',
      'Admin',
      'Overview',
      'Calendar',
      'Uploads',
      'Connections',
      'Import and export',
      'Users',
      'Comments',
      'Messages',
      'Subscribers',
      'Views',
      'Products',
      'Create Product',
      'Categories',
      'Discount codes',
      'Orders',
      'Sales',
      'Reviews',
      'Settings',
      'Email',
      'Jobs',
      'Audit log',
      'Shop',
      'Games',
      'Tools',
      'Account',
      'Logout',
    ]);
});

test('by keyboard the menus open, hand on and close again', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site.url);
  const portfolio = banner(page).locator('summary', { hasText: 'Portfolio' });
  const studies = banner(page).getByRole('link', { name: 'Project Case Studies' });
  await portfolio.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(studies).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(studies).toBeHidden();
  await expect(portfolio).toBeFocused();
  await page.keyboard.press('Enter');
  for (let stops = 0; stops < 3; stops += 1) await page.keyboard.press('Tab');
  await expect(banner(page).getByRole('link', { name: 'About' })).toBeFocused();
  await expect(studies).toBeHidden();

  // On a small screen they are a sheet; what lies under it is never reached behind it.
  await page.setViewportSize({ width: 360, height: 700 });
  const menu = banner(page).getByRole('button', { name: 'Menu', exact: true });
  const sheet = banner(page).getByRole('navigation');
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  await expect.poll(() => offered(page)).toEqual(['', ...guestLinks, 'Get Started']);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('link', { name: 'Get Started' }).focus();
  await page.keyboard.press('Tab');
  await expect(sheet).toBeHidden();
});

test('guarded and unknown addresses show the not-found page, other names lead on', {
  tag: '@topic',
}, async ({ page, site, request }) => {
  for (const address of [
    '/shop/no-such',
    '/shop/products/no-such',
    '/gamecorner/no-such',
    '/admin/no-such',
    '/blog/no-such',
    '/nowhere',
  ]) {
    const answer = await request.get(site.url + address);
    expect(answer.status(), address).toBe(404);
    expect(await answer.text(), address).toContain('Error 404');
  }
  // What is there for the admin alone looks like it to everybody else.
  for (const address of [
    '/admin',
    '/admin/blog/new',
    '/admin/blog/edit/1',
    '/admin/users',
    '/admin/uploads',
    '/admin/comments',
    '/admin/shop/create_product',
    '/admin/shop/edit_product/1',
  ]) {
    await page.goto(site.url + address);
    await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible();
  }
  const alias = await request.get(`${site.url}/edit_article/7`, { maxRedirects: 0 });
  expect([alias.status(), alias.headers().location]).toEqual([301, '/admin/blog/edit/7']);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the header leads everywhere on a small screen too', async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 700 });
    await page.goto(`${site.url}/about`);
    const sheet = banner(page).getByRole('navigation');
    await banner(page).getByRole('button', { name: 'Menu', exact: true }).click();
    await sheet.getByText('Portfolio').click();
    await sheet.getByRole('link', { name: 'Project Case Studies' }).click();
    await expect(page).toHaveURL(`${site.url}/project`);
    await expect(banner(page).getByRole('button', { name: 'Search' })).toHaveCount(0);
  });
});
