import type { Page } from '@playwright/test';
import { headerFaults, shownName } from './support/layout-errors.ts';
import { expect, signOut, readOnlyTest as test } from './support/site.ts';

const widths = Array.from({ length: 129 }, (_, step) => 320 + 10 * step);
const HEIGHT = 800;

/** Names of 4 to 30 characters. */
const names = [
  'Yuki',
  'Ada Lovelace',
  'Maren Halvard',
  'Maximiliane Schneider',
  'Alexandra Konstantinopoulos-We',
  'Wolfeschlegelsteinhausenberger',
];

/** Opens a page with another name of the owner. */
async function openWithName(page: Page, name: string, path: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: HEIGHT });
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const html = (await response.text())
      .replaceAll('Maren Halvard', name)
      .replaceAll('>Maren<', `>${name.split(' ')[0]}<`);
    await route.fulfill({ response, body: html });
  });
  await page.goto(path);
}

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

for (const name of names) {
  test(`the header with the name ${name} takes one line at every width`, {
    tag: '@verify',
  }, async ({ page }) => {
    await openWithName(page, name, '/login');
    const errors: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const error of await headerFaults(page)) errors.push(`${width} px: ${error}`);
    }
    expect(errors).toEqual([]);
  });
}

test('the header shows the full name on a phone', async ({ page }) => {
  await openWithName(page, 'Maren Halvard', '/about');
  for (const width of [320, 360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: HEIGHT });
    expect(await shownName(page), `${width} px`).toBe('Maren Halvard');
  }
});

test('the header shows the short name if the full name does not fit', async ({ page }) => {
  await openWithName(page, 'Maximiliane Schneider-Hollweg', '/about');
  await page.setViewportSize({ width: 390, height: HEIGHT });
  expect(await shownName(page)).toBe('Maximiliane');
  await page.setViewportSize({ width: 768, height: HEIGHT });
  expect(await shownName(page)).toBe('Maximiliane Schneider-Hollweg');
  // The link keeps the full name for screen readers.
  await page.setViewportSize({ width: 320, height: HEIGHT });
  const home = page
    .getByRole('banner')
    .getByRole('link', { name: 'Maximiliane Schneider-Hollweg' });
  await expect(home).toHaveAttribute('href', '/');
});

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
