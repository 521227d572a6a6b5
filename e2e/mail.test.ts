import { readFileSync } from 'node:fs';
import { emailsIn, plantUnknownEmail } from '../api/testing/emails.ts';
import { expect, openAdminPage, readOnlyTest, signInAsOwner, test } from './support/site.ts';

test('the owner sees emails of the site, reads them, and resends one that may be lost', {
  tag: '@verify',
}, async ({ page, site, request }) => {
  await plantUnknownEmail(site.dataFolder, 'bob@example.org');
  const message = { name: 'Ann Example', email: 'ann@example.org', message: 'Hello <b>you</b>' };
  const headers = { origin: site.url };
  expect((await request.post(`${site.url}/api/contact`, { data: message, headers })).ok()).toBe(
    true,
  );
  await expect(async () => expect(await emailsIn(site.dataFolder)).toHaveLength(1)).toPass();

  await signInAsOwner(page, site);
  await openAdminPage(page, 'Email');
  await expect(page.getByText('2 emails, 0 waiting, 1 failed in total')).toBeVisible();
  await expect(page.getByText(/No SMTP server is configured/)).toBeVisible();

  const storedEmail = page.getByRole('article', { name: 'Message from Ann Example' });
  await expect(storedEmail.getByText('to owner@example.org', { exact: true })).toBeVisible();
  await storedEmail.getByRole('button', { name: 'Read' }).click();
  const reader = page.getByRole('dialog', { name: 'Message from Ann Example' });
  const frame = reader.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Ann Example wrote to you' })).toBeVisible();
  await expect(frame.getByText('Hello <b>you</b>')).toBeVisible();
  await reader.getByText('As text').click();
  await expect(reader.getByText('> Hello <b>you</b>')).toBeVisible();
  await expect(reader.getByRole('link', { name: `${site.url}/admin/messages` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();

  await page.getByText('Mail folder', { exact: true }).click();
  await expect(page.getByText('1 email in the mail folder')).toBeVisible();
  // Ten minutes after the sign-in, the API demands the password before it shows a message.
  let requests = 0;
  await page.route('**/api/admin/mail-folder/*/source', async (route) => {
    requests += 1;
    if (requests > 1) return route.continue();
    const body = JSON.stringify({
      msg: 'Please confirm your identity.',
      code: 'REAUTHENTICATION_REQUIRED',
    });
    await route.fulfill({ status: 403, contentType: 'application/json', body });
  });
  await page.getByRole('button', { name: 'Save as .eml' }).click();
  const identityDialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await identityDialog.getByLabel('Your password').fill('a sound passphrase');
  const download = page.waitForEvent('download');
  await identityDialog.getByRole('button', { name: 'Continue' }).click();
  const file = await (await download).path();
  expect(readFileSync(file, 'utf8')).toContain('Subject: Message from Ann Example');

  await page.getByText('Needs attention', { exact: true }).click();
  const lostEmail = page.getByRole('article', { name: 'A test email' });
  await expect(lostEmail.getByText(/the recipient may or may not have received it/)).toBeVisible();
  await lostEmail.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send “A test email” again?' });
  await dialog.getByRole('button', { name: 'Keep as is' }).click();
  await expect(lostEmail).toBeVisible();
  await lostEmail.getByRole('button', { name: 'Send again' }).click();
  await dialog.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByRole('heading', { name: 'No failures' })).toBeVisible();
  await page.getByText('Sent', { exact: true }).click();
  await expect(lostEmail.getByText('Written', { exact: true })).toBeVisible();
});

readOnlyTest('the email pages are not accessible to guests', async ({ page, site, request }) => {
  await page.goto(`${site.url}/admin/mail`);
  await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible();
  for (const path of ['emails', 'mail-folder', 'mail-folder/a.eml', 'mail-folder/a.eml/html']) {
    expect((await request.get(`${site.url}/api/admin/${path}`)).status()).toBe(401);
  }
});
