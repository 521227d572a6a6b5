import type { Page } from '@playwright/test';
import { readSource, startSmtpServer, type TestSmtpServer } from '../api/testing/emails.ts';
import { test as base, expect, signInAsOwner } from './support/site.ts';
import { fillArticle } from './support/writing.ts';

/** Test function with an SMTP server. */
const test = base.extend<{ smtpServer: TestSmtpServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  smtpServer: async ({}, use) => {
    const server = await startSmtpServer();
    await use(server);
    await server.close();
  },
  environment: async ({ smtpServer }, use) => use({ SMTP_URL: smtpServer.url }),
});

/** Waits for the email with this subject. */
async function waitForEmail(server: TestSmtpServer, subject: RegExp) {
  let email: Awaited<ReturnType<typeof readSource>> | undefined;
  await expect(async () => {
    const emails = await Promise.all(server.accepted.map(({ source }) => readSource(source)));
    email = emails.find((sent) => subject.test(sent.subject ?? ''));
    expect(email).toBeDefined();
  }).toPass();
  return email as NonNullable<typeof email>;
}
const linkIn = (text: string, path: string) =>
  new RegExp(`\\S+${path}#token=\\S+`).exec(text)?.[0] ?? '';

async function publish(page: Page, title: string): Promise<void> {
  await fillArticle(page, { title, markdown: 'Some text.' });
  await page.getByRole('button', { name: 'Add Article' }).click();
  await expect(page.getByText(/Live in \d+ ms/)).toBeVisible();
}

test('a reader subscribes, gets an article that is sent on publication, and unsubscribes', {
  tag: '@verify',
}, async ({ page, site, smtpServer }) => {
  await page.goto(`${site.url}/subscribe`);
  await page.getByRole('main').getByLabel('Your email').fill('ann@example.org');
  await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click();
  const confirmation = await waitForEmail(smtpServer, /^Please confirm/);
  await page.goto(linkIn(confirmation.text, '/subscribe/confirm'));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await waitForEmail(smtpServer, /^You are subscribed/);

  await signInAsOwner(page, site);
  await page.route('**/api/admin/newsletters', (route) => route.abort());
  await page.goto(`${site.url}/admin/blog/new`);
  const failure = page.getByRole('alert').filter({ hasText: 'Subscribers: ' });
  await failure.waitFor();
  await page.unroute('**/api/admin/newsletters');
  await failure.getByRole('button', { name: 'Try again' }).click();
  const sendCheckbox = page.getByRole('checkbox', { name: 'Send to subscribers' });
  await expect(sendCheckbox).toHaveAccessibleDescription(/Sent once by email to 1 subscriber/);
  await sendCheckbox.check();
  await publish(page, 'Files are fast');
  await expect(page.getByText('Sent to subscribers: 1 of 1 sent.')).toBeVisible();
  const email = await waitForEmail(smtpServer, /^Files are fast$/);
  expect(email.to?.map(({ address }) => address)).toEqual(['ann@example.org']);
  expect(email.text).toContain(`${site.url}/blog/files-are-fast`);
  expect(email.field.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');

  await page.getByRole('link', { name: 'Show emails' }).click();
  await page.getByText('Newsletters', { exact: true }).click();
  const sent = page.getByRole('article', { name: 'Files are fast' });
  await expect(sent.getByText('1 of 1 sent, 0 waiting')).toBeVisible();
  await sent.getByRole('button', { name: 'Show each recipient' }).click();
  await expect(page.getByText('Only emails of “Files are fast”.')).toBeVisible();
  await expect(page.getByText('to ann@example.org', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Show all emails' }).click();
  await expect(page.getByText('to ann@example.org', { exact: true })).toHaveCount(3);

  await page.goto(linkIn(email.text, '/unsubscribe'));
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText(/You have been unsubscribed/)).toBeVisible();
  await page.goto(`${site.url}/admin/blog/new`);
  await expect(sendCheckbox).toHaveAccessibleDescription(/No subscribers yet/);
  await sendCheckbox.check();
  await publish(page, 'Nobody reads this');
  await expect(page.getByText('Sent to subscribers: 0 of 0 sent.')).toBeVisible();
  expect(smtpServer.accepted).toHaveLength(3);
});
