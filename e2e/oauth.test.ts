import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startCodeHost, type TestCodeHost } from '../api/testing/code-host.ts';
import { violationsOf } from './axe.ts';
import { test as base, expect, type Site } from './site.ts';

/** A site with a code-hosting service of its own. */
const test = base.extend<{ host: TestCodeHost }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  host: async ({}, use) => {
    const host = await startCodeHost();
    await use(host);
    await host.close();
  },
  environment: async ({ host }, use) =>
    use({
      CODE_HOST_CLIENT_ID: host.clientId,
      CODE_HOST_CLIENT_SECRET: host.clientSecret,
      CODE_HOST_URL: host.url,
      CODE_HOST_API_URL: host.url,
    }),
  allowedOrigins: async ({ host }, use) => use([host.url]),
});

const button = (page: Page) => page.getByRole('button', { name: 'Continue with GitHub' });
const signedIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Logout' });
const newPage = async (browser: Browser): Promise<[Page, BrowserContext]> => {
  const context = await browser.newContext();
  return [await context.newPage(), context];
};

async function signInByPassword(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/login?next=/account`);
  await page.getByLabel('Email').fill('owner@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(`${site.url}/account`);
}

test('a reader joins with an account of another service, and comes back to where they were', {
  tag: '@verify',
}, async ({ page, site, host }) => {
  await page.goto(`${site.url}/register?next=/tools`);
  await expect(button(page)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await button(page).press('Enter');
  await page.waitForURL(`${site.url}/tools`);
  await expect(signedIn(page)).toBeVisible();
  await page.goto(`${site.url}/account`);
  await expect(page.getByText('ann@example.org')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email me a link to set one' })).toBeVisible();
  // Without a password this is the only way in: it stays.
  await page.getByRole('button', { name: 'Remove the GitHub account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/Please set a password first/)).toBeVisible();

  // Nor is there a password to show who is there: signing in once more does.
  await page.route('**/api/account/data', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ msg: 'Please confirm your identity.', code: 'CONFIRM_NEEDED' }),
    }),
  );
  await page.getByRole('button', { name: 'Download your data' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm your identity' });
  await expect(confirm.getByText('Sign in with GitHub again')).toBeVisible();
  await expect(confirm.getByRole('textbox')).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  await confirm.getByRole('button', { name: 'Email me a link to set one' }).click();
  await expect(confirm.getByText(/we have sent a password reset link/)).toBeVisible();
  await confirm.getByRole('link', { name: 'Sign in again' }).click();
  await button(page).click();
  await expect(page.getByRole('button', { name: 'Remove the GitHub account' })).toBeVisible();

  await signedIn(page).click();
  // Who signs out is brought to the home page.
  await page.waitForURL(`${site.url}/`);
  await expect(signedIn(page)).toBeHidden();
  await page.goto(`${site.url}/login?next=/about`);
  await button(page).click();
  await page.waitForURL(`${site.url}/about`);
  await expect(signedIn(page)).toBeVisible();
  expect(host.asked).toContain('/user/emails');
});

test('what goes wrong over there is said here, and the password still works', {
  tag: '@verify',
}, async ({ browser, site, host }) => {
  const [page, context] = await newPage(browser);
  await page.goto(`${site.url}/login?error=access_denied&state=x`);
  await expect(page.getByRole('alert')).toContainText('You denied access there');
  await expect(page).toHaveURL(`${site.url}/login`);

  // Somebody else's answer opens nothing, and leaves the address bar.
  await page.goto(`${site.url}/login?code=invented&state=${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText(
    'This sign-in has expired. Please start again.',
  );
  await expect(page).toHaveURL(`${site.url}/login`);

  host.mood = 'broken';
  await button(page).click();
  await expect(page.getByRole('alert')).toContainText('GitHub is not responding correctly.');
  host.mood = 'well';
  host.person = {
    id: 2,
    login: 'owner',
    name: 'Owner',
    emails: [{ email: 'owner@example.org', primary: true, verified: true }],
  };
  await button(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'An account with owner@example.org already exists.',
  );

  await signInByPassword(page, site);
  // Who takes long over there is still known here.
  await page.route(`${host.url}/**`, async (route) => {
    await context.clearCookies({ name: /access/ });
    await route.continue();
  });
  await page.getByRole('button', { name: 'Connect GitHub' }).click();
  await expect(page.getByText('connected', { exact: true })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const [other, elsewhere] = await newPage(browser);
  await other.goto(`${site.url}/login`);
  await button(other).click();
  await expect(signedIn(other)).toBeVisible();
  await elsewhere.close();
  await page.getByRole('button', { name: 'Remove the GitHub account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Connect GitHub' })).toBeVisible();
  await context.close();
});
