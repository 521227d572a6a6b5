import type { Page } from '@playwright/test';
import { expect, signOut, readOnlyTest as test } from './site.ts';

const banner = (page: Page) => page.getByRole('banner');
/** Returns the names of the header’s links and controls, without pending counts. Opens all menus. */
async function headerItems(page: Page): Promise<string[]> {
  const menus = banner(page).locator('details:visible');
  for (const menu of await menus.all()) {
    await menu.evaluate((details) => {
      // Menus with the same name close each other.
      details.removeAttribute('name');
      details.setAttribute('open', '');
    });
  }
  const items = banner(page)
    .getByRole('navigation')
    .locator('a:visible, summary:visible, button:visible');
  return (await items.allInnerTexts()).map((name) => name.trim().split('\n')[0] ?? '');
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

test('the header shows guests, members and admins their links, and signing in returns to the page', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.url}/about`);
  await expect.poll(() => headerItems(page)).toEqual(guestLinks);
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
    .poll(() => headerItems(page))
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

  // Signing in returns to the earlier page, also by way of the sign-up page.
  await page.goto(`${site.url}/tools`);
  await banner(page).getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('owner@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(`${site.url}/tools`);
  await expect
    .poll(() => headerItems(page))
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
      'Jobs and backups',
      'Audit log',
      'Shop',
      'Games',
      'Tools',
      'Account',
      'Logout',
    ]);
});

test('menus open by keyboard, move the focus, and close', { tag: '@topic' }, async ({
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

  // On a small screen, the menu is a sheet, which closes when the focus leaves it.
  await page.setViewportSize({ width: 360, height: 700 });
  const menu = banner(page).getByRole('button', { name: 'Menu', exact: true });
  const sheet = banner(page).getByRole('navigation');
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  await expect.poll(() => headerItems(page)).toEqual(['', ...guestLinks, 'Get Started']);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('link', { name: 'Get Started' }).focus();
  await page.keyboard.press('Tab');
  await expect(sheet).toBeHidden();
});

test('Escape closes a menu also before the module for menus has loaded', {
  tag: '@topic',
}, async ({ page, site }) => {
  const requested = Promise.withResolvers<void>();
  const escaped = Promise.withResolvers<void>();
  await page.route('**/close-menus*.js', async (route) => {
    requested.resolve();
    await escaped.promise;
    await route.continue();
  });
  await page.goto(site.url);
  const portfolio = banner(page).locator('summary', { hasText: 'Portfolio' });
  const studies = banner(page).getByRole('link', { name: 'Project Case Studies' });
  await portfolio.focus();
  await page.keyboard.press('Enter');
  await expect(studies).toBeVisible();
  await requested.promise;
  await page.keyboard.press('Escape');
  escaped.resolve();
  await expect(studies).toBeHidden();
  await expect(portfolio).toBeFocused();
});

test('guarded and unknown paths show the 404 page, and aliases redirect', {
  tag: '@topic',
}, async ({ page, site, request }) => {
  for (const path of [
    '/shop/no-such',
    '/shop/products/no-such',
    '/gamecorner/no-such',
    '/admin/no-such',
    '/blog/no-such',
    '/nowhere',
  ]) {
    const response = await request.get(site.url + path);
    expect(response.status(), path).toBe(404);
    expect(await response.text(), path).toContain('Error 404');
  }
  // Guests see the same page for paths of the admin.
  for (const path of [
    '/admin',
    '/admin/blog/new',
    '/admin/blog/edit/1',
    '/admin/users',
    '/admin/uploads',
    '/admin/comments',
    '/admin/shop/create_product',
    '/admin/shop/edit_product/1',
  ]) {
    await page.goto(site.url + path);
    await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible();
  }
  const alias = await request.get(`${site.url}/edit_article/7`, { maxRedirects: 0 });
  expect([alias.status(), alias.headers().location]).toEqual([301, '/admin/blog/edit/7']);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the header links to all pages on a small screen, too', async ({ page, site }) => {
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
