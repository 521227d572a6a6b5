import type { Page } from '@playwright/test';
import { authenticatorCode } from '../api/testing/second-factors.ts';
import { violationsOf } from './support/axe.ts';
import { expect, type Site, signInAsOwner, signOut, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

const STEP_MS = 30_000;

/** Adds a virtual authenticator of Chromium that confirms every request. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function submitPassword(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/login`);
  await page.getByLabel('Email').fill('owner@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.getByRole('button', { name: 'Submit' }).click();
}

const logout = async (page: Page, site: Site) => {
  await page.goto(`${site.url}/about`);
  await signOut(page);
};

test('codes, recovery codes and passkeys protect an account, and its owner can sign in with each', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  await addVirtualAuthenticator(page);
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/account`);
  const setUp = page.getByRole('button', { name: 'Set up an authenticator app' });
  const authenticator = page.getByRole('heading', { name: 'Authenticator', exact: true });
  await setUp.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expect(authenticator).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(setUp).toBeVisible();
  await expect(authenticator).toBeFocused();
  await setUp.press('Enter');
  const secret = (await page.locator('.own-account__secret').textContent()) ?? '';
  const field = page.getByLabel('Current code');
  await field.fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Wrong or already used code.')).toBeVisible();
  await expect(field).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await field.fill(authenticatorCode(secret, Date.now()));
  await field.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.locator('code')).toHaveCount(10);
  expect(await violationsOf(page)).toEqual([]);
  // They are shown only once, so that Escape does not close them.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(codes.locator('code')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have saved them' }).press('Enter');
  await expect(page.getByText('10 codes left')).toBeVisible();
  await expect(authenticator).toBeFocused();

  // A double click creates one set of new codes.
  const releaseCodes = await pauseRequests(page, '**/recovery-codes');
  const newCodes = page.getByRole('button', { name: 'Create new codes' });
  await newCodes.dblclick();
  await expect(newCodes).toHaveAttribute('aria-busy', 'true');
  await releaseCodes();
  await expect(codes.locator('code')).toHaveCount(10);
  const [recoveryCode = ''] = await codes.locator('code').allTextContents();
  await codes.getByRole('button', { name: 'I have saved them' }).click();

  await page.getByLabel('Name of the new passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey “Laptop” is ready.')).toBeVisible();
  const rename = page.getByRole('button', { name: /^Rename/ });
  const newName = page.getByLabel('Passkey name');
  await rename.press('Enter');
  await expect(newName).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(rename).toBeFocused();
  await rename.press('Enter');
  await newName.fill('The blue key');
  await newName.press('Enter');
  await expect(page.getByRole('button', { name: 'Rename The blue key' })).toBeFocused();
  await page.getByLabel('Admins need a second factor').check();
  await expect(page.getByText('Admins now need a second factor.')).toBeVisible();

  // A new device requires a code after the password, but only at its first sign-in.
  const otherContext = await browser.newContext();
  const otherPage = await otherContext.newPage();
  await submitPassword(otherPage, site);
  await expect(otherPage.getByRole('heading', { name: 'One more step' })).toBeFocused();
  expect(await violationsOf(otherPage)).toEqual([]);
  await otherPage.getByLabel('Code').fill('123456');
  await otherPage.getByRole('button', { name: 'Continue' }).click();
  await expect(otherPage.getByText('Wrong or already used code.')).toBeVisible();
  // The next code is accepted, because clocks differ.
  await otherPage.getByLabel('Code').fill(authenticatorCode(secret, Date.now() + STEP_MS));
  await otherPage.getByRole('button', { name: 'Continue' }).click();
  await otherPage.waitForURL(`${site.url}/`);
  await logout(otherPage, site);
  await submitPassword(otherPage, site);
  await otherPage.waitForURL(`${site.url}/`);
  await otherContext.close();

  const thirdContext = await browser.newContext();
  const third = await thirdContext.newPage();
  await submitPassword(third, site);
  await third.getByLabel('Code').fill(recoveryCode);
  await third.getByRole('button', { name: 'Continue' }).click();
  await third.waitForURL(`${site.url}/`);
  await thirdContext.close();

  await logout(page, site);
  await page.goto(`${site.url}/login`);
  const passkeyButton = page.getByRole('button', { name: 'Sign in with a passkey' });
  const releaseOptions = await pauseRequests(page, '**/login/passkey/options');
  await passkeyButton.click();
  await expect(passkeyButton).toHaveAttribute('aria-busy', 'true');
  await releaseOptions();
  await page.waitForURL(`${site.url}/`);
  await page.goto(`${site.url}/account`);
  await expect(page.getByText('9 codes left')).toBeVisible();

  // Re-authentication with the passkey.
  const refusal = { msg: 'Please confirm your identity.', code: 'REAUTHENTICATION_REQUIRED' };
  await page.route(
    '**/api/account/data',
    (route) => route.fulfill({ status: 403, json: refusal }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Download your data' }).click();
  const identityDialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  const usePasskey = identityDialog.getByRole('button', { name: 'Use your passkey' });
  const releaseChallenge = await pauseRequests(page, '**/api/account/confirm/passkey');
  await usePasskey.click();
  await expect(usePasskey).toHaveAttribute('aria-busy', 'true');
  const download = page.waitForEvent('download');
  await releaseChallenge();
  await download;
  await expect(identityDialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Remove The blue key' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove the passkey' });
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('Removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove The blue key' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  const turnOff = page.getByRole('button', { name: 'Turn off authenticator' });
  const confirmation = page.getByRole('dialog', { name: 'Turn off the authenticator?' });
  await turnOff.click();
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(turnOff).toBeFocused();
  await turnOff.click();
  await confirmation.getByRole('button', { name: 'Turn off' }).press('Enter');
  await expect(turnOff).toHaveCount(0);
  await expect(authenticator).toBeFocused();
});
