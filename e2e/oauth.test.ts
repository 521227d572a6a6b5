import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startOAuthProvider, type TestOAuthProvider } from '../api/testing/oauth-provider.ts';
import { violationsOf } from './support/axe.ts';
import { test as base, expect, type Site } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

/** Test function with a fake OAuth provider. */
const test = base.extend<{ host: TestOAuthProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  host: async ({}, use) => {
    const host = await startOAuthProvider();
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

const gitHubButton = (page: Page) => page.getByRole('button', { name: 'Continue with GitHub' });
const logoutButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Logout' });
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

test('a reader signs up with a GitHub account and returns to the earlier page', {
  tag: '@verify',
}, async ({ page, site, host }) => {
  await page.goto(`${site.url}/register?next=/tools`);
  await expect(gitHubButton(page)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const releaseRedirect = await pauseRequests(page, '**/api/user/oauth');
  await gitHubButton(page).press('Enter');
  await expect(gitHubButton(page)).toHaveAttribute('aria-busy', 'true');
  await releaseRedirect();
  await page.waitForURL(`${site.url}/tools`);
  await expect(logoutButton(page)).toBeVisible();
  await page.goto(`${site.url}/account`);
  await expect(page.getByText('ann@example.org')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email me a link to set one' })).toBeVisible();
  // An account without a password cannot remove its only way to sign in.
  await page.getByRole('button', { name: 'Remove the GitHub account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/Please set a password first/)).toBeVisible();

  // Re-authentication without a password requires another sign-in.
  await page.route('**/api/account/data', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({
        msg: 'Please confirm your identity.',
        code: 'REAUTHENTICATION_REQUIRED',
      }),
    }),
  );
  await page.getByRole('button', { name: 'Download your data' }).click();
  const identityDialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await expect(identityDialog.getByText('Sign in with GitHub again')).toBeVisible();
  await expect(identityDialog.getByRole('textbox')).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  const emailButton = identityDialog.getByRole('button', { name: 'Email me a link to set one' });
  const releaseEmail = await pauseRequests(page, '**/api/user/forgot');
  await emailButton.click();
  await expect(emailButton).toHaveAttribute('aria-busy', 'true');
  await releaseEmail();
  await expect(identityDialog.getByText(/we have sent a password reset link/)).toBeVisible();
  await identityDialog.getByRole('link', { name: 'Sign in again' }).click();
  await gitHubButton(page).click();
  await expect(page.getByRole('button', { name: 'Remove the GitHub account' })).toBeVisible();

  await logoutButton(page).click();
  // Signing out leads to the home page.
  await page.waitForURL(`${site.url}/`);
  await expect(logoutButton(page)).toBeHidden();
  await page.goto(`${site.url}/login?next=/about`);
  await gitHubButton(page).click();
  await page.waitForURL(`${site.url}/about`);
  await expect(logoutButton(page)).toBeVisible();
  expect(host.receivedRequests).toContain('/user/emails');
});

test('OAuth errors are shown, and the password still works', {
  tag: '@verify',
}, async ({ browser, site, host }) => {
  const [page, context] = await newPage(browser);
  await page.goto(`${site.url}/login?error=access_denied&state=x`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You denied access there');
  await expect(page).toHaveURL(`${site.url}/login`);

  // A forged OAuth response creates no session and is removed from the URL.
  await page.goto(`${site.url}/login?code=invented&state=${'x'.repeat(43)}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'This sign-in has expired. Please start again.',
  );
  await expect(page).toHaveURL(`${site.url}/login`);

  host.mood = 'broken';
  await gitHubButton(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'GitHub is not responding correctly.',
  );
  host.mood = 'well';
  host.person = {
    id: 2,
    login: 'owner',
    name: 'Owner',
    emails: [{ email: 'owner@example.org', primary: true, verified: true }],
  };
  await gitHubButton(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'An account with owner@example.org already exists.',
  );

  await signInByPassword(page, site);
  // The connection succeeds even if the access token expires meanwhile.
  await page.route(`${host.url}/**`, async (route) => {
    await context.clearCookies({ name: /access/ });
    await route.continue();
  });
  await page.getByRole('button', { name: 'Connect GitHub' }).click();
  await expect(page.getByText('connected', { exact: true })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const [otherPage, otherContext] = await newPage(browser);
  await otherPage.goto(`${site.url}/login`);
  await gitHubButton(otherPage).click();
  await expect(logoutButton(otherPage)).toBeVisible();
  await otherContext.close();
  await page.getByRole('button', { name: 'Remove the GitHub account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Connect GitHub' })).toBeVisible();
  await context.close();
});
