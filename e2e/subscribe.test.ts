import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { emailsIn } from '../api/testing/emails.ts';
import { expect, openAdminPage, type Site, signInAsOwner, test } from './support/site.ts';

const field = (page: Page) => page.getByRole('main').getByLabel('Your email');
const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Subscribe' });

/** Returns the link to `path` in the latest email. */
async function emailedLink(site: Site, path: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const text = (await emailsIn(site.dataFolder)).at(-1)?.text ?? '';
    link = new RegExp(`\\S+${path}#token=\\S+`).exec(text)?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  return link;
}

test('a reader subscribes, confirms, appears in the owner’s list, and unsubscribes', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/subscribe`);
  await send(page).click();
  const errorMessage = page.getByText('Please enter your email address, such as ann@example.org.');
  await expect(errorMessage).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAccessibleDescription(/Please enter your email address/);

  await page.route('**/api/subscribers', (route) => route.abort());
  await field(page).fill('ann@example.org');
  await field(page).press('Enter');
  await expect(page.getByText(/is not responding\. Your input is safe/)).toBeVisible();
  await expect(field(page)).toHaveValue('ann@example.org');
  // A static file host does not have this API.
  await page.route('**/api/subscribers', (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }),
  );
  await send(page).click();
  await expect(page.getByText(/is unavailable\. Your input is safe/)).toBeVisible();
  await page.unroute('**/api/subscribers');

  await send(page).click();
  const result = page.getByRole('status').filter({ hasText: 'Almost done' });
  await expect(result).toBeFocused();
  await expect(field(page)).toBeHidden();

  const confirmLink = await emailedLink(site, '/subscribe/confirm');
  await signInAsOwner(page, site);
  await page.goto(confirmLink);
  await expect(page.getByRole('button', { name: 'Confirm my address' })).toBeVisible();
  await expect(page.getByLabel('The link from the email')).toBeHidden();
  await page.goto(`${site.url}/admin/subscribers`);
  const row = page.getByRole('row', { name: 'ann@example.org' });
  await expect(row.getByText('Unconfirmed')).toBeVisible();

  await page.goto(confirmLink);
  await page.getByRole('button', { name: 'Confirm my address' }).press('Enter');
  await expect(page.getByText('You are subscribed. Thank you for reading.')).toBeFocused();

  await page.goto(site.url);
  await openAdminPage(page, 'Subscribers');
  await expect(row.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText('1 subscriber, 1 confirmed in total')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export confirmed subscribers as CSV' }).click();
  const file = await (await download).path();
  expect(readFileSync(file, 'utf8')).toMatch(
    /^email,from,subscribed_at\r\nann@example\.org,Subscribe,\d{4}-\S+\r\n$/,
  );
  await page.getByText('Unconfirmed', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No subscribers here' })).toBeVisible();
  await page.getByText('All', { exact: true }).click();
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();

  await page.goto(await emailedLink(site, '/unsubscribe'));
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText(/You have been unsubscribed/)).toBeFocused();
  await page.goto(confirmLink);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'This link is no longer valid.',
  );
  await page.goto(`${site.url}/admin/subscribers`);
  await expect(page.getByRole('heading', { name: 'No subscribers yet' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a reader subscribes, confirms by pasting the link, and unsubscribes', {
    tag: '@verify',
  }, async ({ page, site }) => {
    await page.goto(`${site.url}/subscribe`);
    await field(page).fill('ann@example.org');
    await send(page).click();
    await expect(page.getByRole('heading', { name: 'Almost done' })).toBeVisible();
    await expect(field(page)).toBeHidden();
    const confirmLink = await emailedLink(site, '/subscribe/confirm');
    await page.goto(confirmLink);
    const invalid = page.getByRole('heading', { name: 'This link is invalid or has expired' });
    const paste = page.getByLabel('The link from the email');
    await expect(invalid).toBeHidden();
    await paste.fill(confirmLink.slice(0, -8));
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(invalid).toBeVisible();
    await paste.fill(confirmLink);
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible();
    const unsubscribeLink = await emailedLink(site, '/unsubscribe');
    await page.goto(unsubscribeLink);
    await paste.fill(unsubscribeLink.slice(0, -8));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(invalid).toBeVisible();
    await paste.fill(unsubscribeLink);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'You have been unsubscribed' })).toBeVisible();
  });
});
