import type { Page } from '@playwright/test';
import { startCrossPostServices } from '../api/testing/cross-post-services.ts';
import { until } from '../api/testing/until.ts';
import { violationsOf } from './support/axe.ts';
import { test as base, expect, openAdminPage, signInAsOwner, uploadCover } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

type Services = Awaited<ReturnType<typeof startCrossPostServices>>;

/** Test function with fake services. */
const test = base.extend<{ services: Services }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  services: async ({}, use) => {
    const services = await startCrossPostServices();
    await use(services);
    await services.close();
  },
  environment: async ({ services }, use) => use(services.environment),
  allowedOrigins: async ({ services }, use) => use([services.url]),
});

const card = (page: Page, service: string) =>
  page.getByRole('article', { name: service, exact: true });
const row = (page: Page, service: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(service, { exact: true }) });

test('the owner connects services, and an article is cross-posted once, with unknown results resolved by hand', {
  tag: '@verify',
}, async ({ page, site, services }) => {
  await signInAsOwner(page, site);
  await openAdminPage(page, 'Connections');
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
  await expect(page.getByText('No cross-posts yet')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  // A rejected key shows an error at its field and keeps the input.
  const devTo = card(page, 'dev.to');
  await devTo.getByLabel('dev.to API key').fill('wrong');
  await devTo.getByRole('button', { name: 'Connect dev.to' }).click();
  await expect(devTo.getByText('dev.to rejected this key.')).toBeVisible();
  await expect(devTo.getByLabel('dev.to API key')).toBeFocused();
  await devTo.getByLabel('dev.to API key').fill('dev-key');
  await page.keyboard.press('Enter');
  await expect(devTo.getByText('Connected as Ann')).toBeVisible();

  // A forged OAuth response of LinkedIn stores nothing and is removed from the URL.
  await page.goto(`${site.url}/admin/blog/new?code=invented&state=${'x'.repeat(43)}`);
  const refusal = page
    .getByRole('alert')
    .filter({ hasText: 'Nothing was saved: please connect again.' });
  await expect(refusal).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/blog/new`);
  await page.getByRole('link', { name: 'Show the connections' }).click();
  await expect(card(page, 'LinkedIn').getByText('Not connected')).toBeVisible();
  await card(page, 'LinkedIn').getByRole('button', { name: 'Connect LinkedIn' }).click();
  const connected = page.getByRole('status').filter({ hasText: 'LinkedIn is connected as Ann' });
  await expect(connected).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/blog/new`);
  await page.goto(`${site.url}/admin/connections`);
  await expect(card(page, 'LinkedIn')).toContainText(/Expires in (59|60) days/);
  // The button shows that the request takes time, and sends it once.
  const releaseTest = await pauseRequests(page, '**/connections/*/test');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await card(page, 'LinkedIn').getByRole('button', { name: 'Test' }).dblclick();
  await expect(card(page, 'LinkedIn').getByRole('button', { name: 'Test' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await releaseTest();
  await expect(page.getByText('LinkedIn works, connected as Ann Example.')).toBeVisible();
  expect(requests.filter((url) => url.endsWith('/test'))).toHaveLength(1);

  // A lost response leaves the result unknown until the owner resolves it.
  services.faults = ['reset after acceptance'];
  const response = await page.request.post(`${site.url}/api/articles`, {
    headers: { origin: site.url },
    data: {
      title: 'A note',
      subtitle: 'On posting once',
      description: 'Why once is enough.',
      images: await uploadCover(page, site),
      markdown: 'Once.',
      draft: false,
      linkedin: true,
      linkedinContent: 'New: #once',
    },
  });
  expect(response.status()).toBe(201);
  const { article } = await response.json();
  await until('LinkedIn has it', () => services.accepted.length === 1);
  await page.reload();
  await expect(row(page, 'LinkedIn').getByText('Unknown', { exact: true })).toBeVisible();
  const update = await page.request.put(`${site.url}/api/articles/${article._id}`, {
    headers: { origin: site.url },
    data: { dev: true, medium: true },
  });
  expect(update.status()).toBe(200);
  await page.reload();
  await expect(row(page, 'dev.to').getByText('Posted', { exact: true })).toBeVisible();
  await expect(row(page, 'dev.to').getByRole('link', { name: /^dev\.to/ })).toHaveAttribute(
    'href',
    'https://dev.to/ann/article-2',
  );
  expect(services.accepted[1]?.canonical).toBe(`${site.url}/blog/${article.slug}`);
  await card(page, 'dev.to').getByRole('button', { name: 'Change key' }).press('Enter');
  await expect(card(page, 'dev.to').getByLabel('dev.to API key')).toBeFocused();

  await row(page, 'LinkedIn').getByRole('button', { name: 'It was posted: add the link' }).click();
  const link = row(page, 'LinkedIn').getByLabel('URL at LinkedIn');
  await expect(link).toBeFocused();
  await link.fill('https://example.org/elsewhere');
  await page.keyboard.press('Enter');
  await expect(row(page, 'LinkedIn').getByText('This is not a URL at LinkedIn.')).toBeVisible();
  await link.fill('https://www.linkedin.com/feed/update/urn:li:share:6000001/');
  // The list is reloaded after each action. A failure leaves the typed link as it is.
  await page.route('**/api/admin/cross-posts?*', (route) => route.abort());
  await card(page, 'LinkedIn').getByRole('button', { name: 'Test' }).click();
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/admin/cross-posts?*');
  await retry.click();
  await expect(retry).toBeHidden();
  await link.press('Enter');
  await expect(row(page, 'LinkedIn').getByText('Posted', { exact: true })).toBeVisible();

  const manualPost = row(page, 'Medium');
  await expect(manualPost.getByText(`${site.url}/blog/${article.slug}`)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await manualPost.getByLabel('URL at Medium').fill('https://medium.com/@ann/a-note-1');
  await manualPost.getByRole('button', { name: 'Save link' }).click();
  await expect(row(page, 'Medium').getByText('Posted', { exact: true })).toBeVisible();
  expect(services.accepted).toHaveLength(2);

  // A dialog stays open until its request is done. Then the focus returns to the button that opened it.
  const releaseRequest = await pauseRequests(page, '**/api/admin/connections/**', 'abort');
  const disconnect = card(page, 'dev.to').getByRole('button', { name: 'Disconnect dev.to' });
  const confirmation = page.getByRole('dialog').getByRole('button', { name: 'Disconnect' });
  await disconnect.click();
  await confirmation.click();
  await expect(confirmation).toHaveAttribute('aria-busy', 'true');
  await releaseRequest();
  await expect(disconnect).toBeFocused();
  await page.unrouteAll();
  await disconnect.click();
  await confirmation.click();
  await expect(card(page, 'dev.to').getByText('Not connected')).toBeVisible();
});
