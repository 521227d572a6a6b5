import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  expect,
  openAdminPage,
  readOnlyTest,
  type Site,
  signInAsOwner,
  test,
} from './support/site.ts';

const message = 'Hello,\n\nwould you speak at our meetup? <b>Soon</b>';

async function fillForm(page: Page, site: Site, name = 'Ann Example'): Promise<void> {
  await page.goto(`${site.url}/contact`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your email').fill('ann@example.org');
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
}

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send message' });
const confirmation = (page: Page) =>
  page.getByRole('heading', { name: /We have received your message/ });

test('a visitor sends a message, and the owner reads, answers and deletes it', {
  tag: '@topic',
}, async ({ page, site }) => {
  await fillForm(page, site);
  await sendButton(page).click();
  await expect(confirmation(page)).toBeFocused();
  await expect(sendButton(page)).toBeHidden();

  const mailFolder = path.join(site.dataFolder, 'mail');
  await expect(async () => {
    const [email] = readdirSync(mailFolder).filter((name) => name.endsWith('.eml'));
    const text = readFileSync(path.join(mailFolder, email ?? ''), 'utf8');
    expect(text).toContain('Reply-To: Ann Example <ann@example.org>');
    expect(text).toContain('To: owner@example.org');
  }).toPass();

  await signInAsOwner(page, site);
  await openAdminPage(page, 'Messages');
  const card = page.getByRole('article', { name: 'Ann Example' });
  await expect(card.getByText('would you speak at our meetup? <b>Soon</b>')).toBeVisible();
  await expect(card.getByText('Unread', { exact: true })).toBeVisible();
  await expect(page.getByText('1 message, 1 unread')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    /^mailto:ann@example\.org/,
  );
  await card.getByRole('button', { name: 'Mark as read' }).click();
  await expect(page.getByText('1 message, 0 unread')).toBeVisible();
  await page.getByText('Unread', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'All read' })).toBeVisible();
  await page.getByText('All', { exact: true }).click();
  await card.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(page.getByText('1 message, 1 unread')).toBeVisible();

  await card.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the message of Ann Example?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
});

readOnlyTest(
  'the form shows an error at each missing field and keeps the input',
  async ({ page, site }) => {
    await page.goto(`${site.url}/contact`);
    await sendButton(page).click();
    await expect(page.getByLabel('Your name')).toBeFocused();
    for (const errorMessage of ['Please enter your name.', 'Please write a few words.']) {
      await expect(page.getByText(errorMessage)).toBeVisible();
    }
    await page.getByLabel('Your name').fill('Ann');
    await page.getByRole('textbox', { name: 'Message' }).fill(message);
    await page.getByLabel('Your email').fill('ann@');
    await sendButton(page).click();
    await expect(page.getByLabel('Your email')).toBeFocused();
    await expect(page.getByText(/email address we can reply to/)).toBeVisible();
    await expect(page.getByText('Please enter your name.')).toBeHidden();
    // Errors that only the API detects appear at the same place.
    await page.getByLabel('Your email').fill('ann@example');
    await sendButton(page).click();
    await expect(page.getByText(/email address we can reply to/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(message);

    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(message);
    await expect(page.getByLabel('Your name')).toHaveValue('Ann');
  },
);

test('the form keeps the input when the server is unreachable, and works afterwards', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await fillForm(page, site);
  await page.route('**/api/contact', (route) => route.abort());
  await sendButton(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your input is safe');
  await expect(page.getByRole('main').getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(message);
  await page.unroute('**/api/contact');
  await sendButton(page).click();
  await expect(confirmation(page)).toBeVisible();
  await page.getByRole('button', { name: 'Write another one' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
});

test('the sixth message within an hour is rejected with an error', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  for (let sent = 0; sent < 5; sent += 1) {
    await fillForm(page, site, `Ann ${sent}`);
    await sendButton(page).click();
    await expect(confirmation(page)).toBeVisible();
  }
  await fillForm(page, site);
  await sendButton(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('too many messages');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(message);
});

test('a bot that fills in the hidden field is thanked, and its message is discarded', {
  tag: '@verify',
}, async ({ page, site }) => {
  await fillForm(page, site);
  const hiddenField = page.locator('input[name=website]');
  await expect(hiddenField).not.toBeInViewport();
  await hiddenField.evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example';
  });
  await sendButton(page).click();
  await expect(confirmation(page)).toBeVisible();
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/messages`);
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
});

readOnlyTest(
  'the inbox is not accessible to guests',
  { tag: '@topic' },
  async ({ page, site, request }) => {
    await page.goto(`${site.url}/admin/messages?show=unread`);
    await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Messages' })).toHaveCount(0);
    await page.evaluate(() => localStorage.setItem('session', 'admin'));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' }).last()).toHaveAttribute(
      'href',
      '/login?next=/admin/messages%3Fshow%3Dunread',
    );
    expect((await request.get(`${site.url}/api/admin/messages`)).status()).toBe(401);
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor sends a message, or uses the email link', { tag: '@topic' }, async ({
    page,
    site,
  }) => {
    await page.goto(`${site.url}/contact`);
    await expect(confirmation(page)).toBeHidden();
    const link = page.getByRole('main').getByRole('link', { name: 'maren@example.com' });
    await expect(link).toHaveAttribute('href', 'mailto:maren@example.com');

    // The browser checks the fields.
    await fillForm(page, site);
    await page.getByLabel('Your email').fill('ann@');
    await sendButton(page).click();
    await expect(page.getByLabel('Your email')).toBeFocused();

    await page.getByLabel('Your email').fill('ann@example.org');
    await sendButton(page).click();
    await expect(page).toHaveURL(`${site.url}/contact#sent`);
    await expect(confirmation(page)).toBeVisible();
    const mailFolder = path.join(site.dataFolder, 'mail');
    await expect(async () => {
      const emails = readdirSync(mailFolder).map((name) =>
        readFileSync(path.join(mailFolder, name), 'utf8'),
      );
      expect(emails.join('\n')).toContain('Reply-To: Ann Example <ann@example.org>');
    }).toPass();
  });
});
