import type { Page } from '@playwright/test';
import { emailsIn, tokenIn } from '../api/testing/emails.ts';
import { plantLinkedAccount } from '../api/testing/oauth-provider.ts';
import { until } from '../api/testing/until.ts';
import { expect, readOnlyTest, type Site, signOut, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

const ann = { name: 'Ann Example', email: 'ann@example.org', password: 'a sound passphrase' };
const newPassword = 'another sound passphrase';

const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const expectSignedIn = (page: Page) =>
  expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();

async function signUp(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/register?next=/tools`);
  await page.getByLabel('Name').fill(ann.name);
  await page.getByLabel('Email').fill(ann.email);
  await password(page).fill(ann.password);
  await submit(page);
  await page.waitForURL(`${site.url}/tools`);
  await expectSignedIn(page);
}

/** Waits for the email with this subject and returns its link. */
async function emailLink(site: Site, subject: RegExp, page: string): Promise<string> {
  const email = await until('the email is sent', async () =>
    (await emailsIn(site.dataFolder)).find((email) => subject.test(email.subject ?? '')),
  );
  return `${site.url}${page}#token=${tokenIn(email)}`;
}

test('a reader signs up on a page, confirms the email address, and resets a forgotten password', async ({
  page,
  site,
}) => {
  await signUp(page, site);
  await page.goto(await emailLink(site, /confirm your email/, '/confirm-email'));
  // Opening the link does not confirm the email address, because email scanners open links, too.
  await expect(page.getByText('is confirmed')).toHaveCount(0);
  await expect(page).toHaveURL(`${site.url}/confirm-email`);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: `${ann.email} is confirmed` })).toBeFocused();

  await signOut(page);
  await page.goto(`${site.url}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill(ann.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(
    page.getByRole('heading', { name: 'If an account exists for this email' }),
  ).toBeFocused();

  const link = await emailLink(site, /Reset your password/, '/reset-password');
  // A press is remembered while the page asks for the factors of the account.
  const releaseFactors = await pauseRequests(page, '**/api/user/reset/factors');
  await page.goto(link);
  const field = page.getByLabel('New password');
  await field.fill('12345');
  const change = page.getByRole('button', { name: 'Change password' });
  await page.getByRole('button', { name: 'Show new password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide new password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
  await change.dblclick();
  await expect(change).toHaveAttribute('aria-busy', 'true');
  await releaseFactors();
  await expect(page.getByText('Password must be greater than 6 characters')).toBeVisible();
  await field.fill(newPassword);
  await change.click();
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeFocused();

  // The link works only once.
  await page.goto('about:blank');
  await page.goto(link);
  await field.fill(newPassword);
  await change.click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('no longer valid');

  await page.goto(`${site.url}/login`);
  await page.getByLabel('Email').fill(ann.email);
  await password(page).fill(ann.password);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
  await submit(page);
  await expect(page.getByText('Wrong email or password.')).toBeVisible();
  await password(page).fill(newPassword);
  await submit(page);
  await page.waitForURL(`${site.url}/`);
  await expectSignedIn(page);
});

test('the owner of a hijacked account reverts the email change and removes the linked account', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  await signUp(page, site);
  await page.goto(await emailLink(site, /confirm your email/, '/confirm-email'));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: `${ann.email} is confirmed` })).toBeFocused();
  await plantLinkedAccount(site.dataFolder, { email: ann.email, login: 'mallory' });
  await page.evaluate(() =>
    fetch('/api/account/email', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'evil@example.org' }),
    }),
  );
  const attackerEmail = await until('the confirmation email is sent', async () =>
    (await emailsIn(site.dataFolder)).find(({ to }) => to?.[0]?.address === 'evil@example.org'),
  );
  // A navigation that only changes the fragment would not load the page.
  await page.goto('about:blank');
  await page.goto(`${site.url}/confirm-email#token=${tokenIn(attackerEmail)}`);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'evil@example.org is confirmed' })).toBeFocused();

  const otherContext = await browser.newContext();
  const owner = await otherContext.newPage();
  await owner.goto(await emailLink(site, /has a new email address/, '/revert-email'));
  await owner.getByRole('button', { name: 'Undo the change' }).click();
  await expect(
    owner.getByRole('heading', { name: `Your account uses ${ann.email} again` }),
  ).toBeFocused();
  await owner.getByRole('link', { name: 'Choose a new password' }).click();
  await owner.getByLabel('New password').fill(newPassword);
  const submitPassword = owner.getByRole('button', { name: 'Change password' });
  const linkedAccount = owner.getByRole('group', { name: /mallory/ });
  await expect(linkedAccount).toBeVisible();
  await submitPassword.click();
  await expect(linkedAccount.getByText('Choose whether to keep or remove it.')).toBeVisible();
  await expect(owner.getByLabel('New password')).toHaveValue(newPassword);
  await linkedAccount.getByLabel('Remove').check();
  await submitPassword.click();
  await expect(
    owner.getByRole('heading', { name: 'Your password has been changed' }),
  ).toBeFocused();
  await page.goto(`${site.url}/account`);
  await page.waitForURL(/\/login/);
  await otherContext.close();
});

readOnlyTest(
  'signing in returns to the page that linked to it',
  { tag: '@topic' },
  async ({ page, site }) => {
    await page.goto(`${site.url}/contact`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill('owner@example.org');
    await password(page).fill('a sound passphrase');
    await submit(page);
    await page.waitForURL(`${site.url}/contact`);
  },
);

readOnlyTest('a link without a token shows an error', { tag: '@topic' }, async ({ page, site }) => {
  for (const pagePath of ['/reset-password', '/confirm-email', '/revert-email']) {
    await page.goto(site.url + pagePath);
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'This link is incomplete',
    );
  }
});

test('the account page shows devices, signs them out, and changes password and email', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  await page.goto(`${site.url}/account`);
  await page.waitForURL(`${site.url}/login?next=/account`);
  await signUp(page, site);
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByText('not confirmed')).toBeVisible();

  const otherContext = await browser.newContext();
  const otherPage = await otherContext.newPage();
  await otherPage.goto(`${site.url}/login`);
  await otherPage.getByLabel('Email').fill(ann.email);
  await password(otherPage).fill(ann.password);
  await submit(otherPage);
  await expectSignedIn(otherPage);
  await page.reload();
  await expect(page.getByText('this device')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out all other devices' }).press('Enter');
  await expect(page.getByText('All other devices are signed out.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeFocused();
  await otherPage.reload();
  await expect(otherPage.getByRole('link', { name: 'Get Started' })).toBeVisible();
  await otherContext.close();

  await page.getByLabel('Current password').fill('not it');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your password.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill(ann.password);
  const email = page.getByLabel('New email');
  await email.fill('new@example.org');
  // The account is reloaded after each action. A failure leaves text in the other forms as it is.
  await page.route('**/api/account', (route) => route.abort());
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await expect(email).toHaveValue('new@example.org');
  await page.unroute('**/api/account');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeFocused();

  // The API requires the password again; the form repeats the request after that.
  let requests = 0;
  await page.route('**/api/account/email', async (route) => {
    requests += 1;
    if (requests > 1) return route.continue();
    const body = JSON.stringify({
      msg: 'Please confirm your identity.',
      code: 'REAUTHENTICATION_REQUIRED',
    });
    await route.fulfill({ status: 403, contentType: 'application/json', body });
  });
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByLabel('Your password').fill('a guess');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(newPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('new@example.org will become your email address')).toBeVisible();
  await page.getByRole('button', { name: `Keep ${ann.email}` }).press('Enter');
  await expect(page.getByText('new@example.org will become your email address')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeFocused();

  const signOutButton = page.getByRole('button', { name: 'Sign out' });
  const releaseSignOut = await pauseRequests(page, '**/api/user/logout');
  await signOutButton.click();
  await expect(signOutButton).toHaveAttribute('aria-busy', 'true');
  await releaseSignOut();
  await page.waitForURL(`${site.url}/`);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/session|firstLogin/);
});

test('two tabs share one token refresh ten minutes after the last one', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  // All tabs share one clock.
  await page.context().clock.install();
  await signUp(page, site);
  const otherPage = await page.context().newPage();
  await otherPage.goto(`${site.url}/about`);
  await expectSignedIn(otherPage);
  let refreshes = 0;
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/user/refresh_token')) refreshes += 1;
  });
  // The clock also runs in real time. The intervals leave some minutes for slow machines.
  for (const minutes of [5, 6, 5, 6]) {
    // The clock jumps, because running through the time would trigger the timeout of the request.
    await page.context().clock.fastForward(minutes * 60_000);
    if (minutes === 6) {
      await expect
        .poll(() => page.evaluate(() => Date.now() - Number(localStorage['session-refreshed-at'])))
        .toBeLessThan(5 * 60_000);
    }
  }
  expect(refreshes).toBe(2);
});

test('two submissions at once create one account', { tag: '@topic' }, async ({ page, site }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/register')) requests.push(request.method());
  });
  await page.goto(`${site.url}/register`);
  await page.getByLabel('Name').fill('Grace');
  await page.getByLabel('Email').fill('grace@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await page
    .getByRole('main')
    .locator('form')
    .evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
  await page.waitForURL(`${site.url}/`);
  expect(requests).toEqual(['POST']);
});
