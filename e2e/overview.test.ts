import type { Page } from '@playwright/test';
import { incrementViewDay } from '../api/db/repositories/page-views.ts';
import { insertTestArticle, insertTestOrder, insertTestUser } from '../api/testing/factories.ts';
import { fakeDiskSpace } from '../api/testing/full-disk.ts';
import { withDatabase } from '../api/testing/test-database.ts';
import { violationsOf } from './support/axe.ts';
import { findLayoutErrors } from './support/layout-errors.ts';
import { expect, type Site, signInAsOwner, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

const DAY_MS = 86_400_000;

/** Stores page views, members, orders and a draft of the last 40 days in the database of a running site. */
const insertStatistics = (site: Site) =>
  withDatabase(site.dataFolder, (database) => {
    const now = Date.now();
    const today = Math.floor(now / DAY_MS);
    incrementViewDay(database, today, { views: 12, visitors: 5 });
    incrementViewDay(database, today - 20, { views: 30, visitors: 10 });
    incrementViewDay(database, today - 40, { views: 100, visitors: 50 });
    const { id: userId } = insertTestUser(database, { createdAt: now });
    insertTestUser(database, { createdAt: now - 20 * DAY_MS });
    insertTestOrder(database, { userId, at: now, lines: [{ price: 1900 }] });
    insertTestOrder(database, { userId, at: now - 20 * DAY_MS, lines: [{ price: 2100 }] });
    const draft = { draft: true, publishedAt: null, title: 'Notes on queues', updatedAt: now };
    insertTestArticle(database, { authorId: userId, ...draft });
  });

/** Stores a failed release and a successful backup of three days ago. */
const insertProblems = (site: Site) =>
  withDatabase(site.dataFolder, ({ raw }) => {
    const now = Date.now();
    // A backup of this night would end the warning.
    const hour = (new Date(now).getUTCHours() + 12) % 24;
    raw.exec(`
      INSERT INTO settings (key, value, updated_at) VALUES ('backup-hour', '${hour}', ${now});
      INSERT INTO releases (build_id, schema_version, state, error, created_at)
        VALUES ('next', 1, 'failed', 'The page /about is broken.', ${now});
      INSERT INTO backup_runs (requested, run_at, state, ended_at)
        VALUES (0, 0, 'done', ${now - 3 * DAY_MS})`);
  });

const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Figures' }).getByText(name, { exact: true }).locator('..');
const decisions = (page: Page) => page.getByRole('region', { name: 'Pending decisions' });

test('the owner sees statistics of a range and opens a pending decision', async ({
  page,
  site,
}) => {
  insertStatistics(site);
  const message = { name: 'Ann', email: 'ann@example.org', message: 'Do you take commissions?' };
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' };
  const sent = await page.request.post(`${site.url}/api/contact`, { data: message, headers });
  expect(sent.status()).toBe(201);

  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin`);
  await expect(figure(page, 'Visitors')).toContainText('15 42 page views');
  await expect(figure(page, 'Net revenue')).toContainText('€40.00 €0.00 refunded');
  await expect(figure(page, 'Orders')).toContainText('2 €40.00 paid');
  await expect(figure(page, 'New members')).toContainText('2 2 in total');
  const revenue = page.getByRole('region', { name: 'Revenue' });
  await expect(revenue.getByRole('img')).toHaveAccessibleName(/^Paid by day,.*most: €21\.00/);
  await revenue.getByText('Show as table').click();
  await expect(revenue.getByRole('row')).toHaveCount(31);
  await expect(revenue.getByRole('row', { name: /€19\.00/ })).toHaveCount(1);
  const orders = page.getByRole('region', { name: 'Orders', exact: true });
  await expect(orders.getByRole('img')).toHaveAccessibleName(/^Orders by day,.*most: 1,/);
  await orders.getByText('Show as table').click();
  await expect(orders.getByRole('cell', { name: '1', exact: true })).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Notes on queues' })).toHaveAttribute(
    'href',
    /^\/admin\/blog\/edit\//,
  );

  await page.getByRole('radio', { name: '30 days' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(figure(page, 'Visitors')).toContainText('65 142 page views');
  await expect(page).toHaveURL(/\/admin\?days=365$/);
  await expect(page.getByRole('radio', { name: '365 days' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('radio', { name: '365 days' })).toBeChecked();
  await page.goBack();
  await expect(figure(page, 'Visitors')).toContainText('15 42 page views');

  await decisions(page).getByRole('link', { name: '1 unread message' }).click();
  await expect(page.getByText('Do you take commissions?')).toBeVisible();
});

test('the page is accessible and fits narrow screens, with and without data', {
  tag: '@topic',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin`);
  await expect(page.getByRole('link', { name: 'Write your first article' })).toHaveAttribute(
    'href',
    '/admin/blog/new',
  );
  await expect(page.getByRole('region', { name: 'Figures' })).toHaveCount(0);
  await expect(decisions(page)).toContainText('Nothing needs your decision.');
  expect(await violationsOf(page)).toEqual([]);

  insertStatistics(site);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Write your first article' })).toHaveCount(0);
  await expect(figure(page, 'Orders')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  for (const summary of await page.getByText('Show as table').all()) await summary.click();
  expect(await findLayoutErrors(page)).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
});

test('warnings name the release, the disk and the backup that need attention', async ({
  page,
  site,
}) => {
  const warnings = decisions(page).locator('.banner--warning');
  const disk = page.getByRole('meter', { name: 'Used disk space' });
  // The site runs in this process, so its disk space can be faked.
  using _free = fakeDiskSpace({ free: 50_000, total: 100_000 });
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin`);
  await expect(disk).toBeVisible();
  await expect(warnings).toHaveCount(0);
  await expect(decisions(page)).toContainText('Nothing needs your decision.');

  using _full = fakeDiskSpace({ free: 5000, total: 100_000 });
  insertProblems(site);
  await page.reload();
  await expect(warnings).toContainText([
    /Readers see an older release\..*The page \/about is broken\..*Correct the cause/,
    /The disk is nearly full: 5\.0 GB of 100 GB are free\. Delete/,
    /The last good backup is 3 days old.*Look at \/admin\/jobs/,
  ]);
  await expect(decisions(page)).not.toContainText('Nothing needs your decision.');
  await expect(warnings.getByRole('link', { name: '/admin/jobs' })).toHaveAttribute(
    'href',
    '/admin/jobs',
  );
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await findLayoutErrors(page)).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
});

test('the page shows revenue in a former currency of the shop', async ({ page, site }) => {
  insertStatistics(site);
  withDatabase(site.dataFolder, (database) => {
    const { id: userId } = insertTestUser(database);
    const lines = [{ price: 1500 }];
    insertTestOrder(database, { userId, at: Date.now(), currency: 'USD', lines });
  });
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin`);
  await expect(figure(page, 'Net revenue')).toContainText('€40.00 €0.00 refunded');
  await expect(figure(page, 'Net revenue in USD')).toContainText('$15.00 $0.00 refunded, 1 order');
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await findLayoutErrors(page)).toEqual([]);
});

test('a failed request can be retried, and the admin menu still works', {
  tag: '@topic',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  await page.route('**/api/admin/overview?*', (route) =>
    route.fulfill({ status: 503, json: { msg: 'The server is busy.', code: 'BUSY' } }),
  );
  await page.goto(`${site.url}/admin`);
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText('The server is busy.');
  const links = page.getByRole('region', { name: 'Shop' }).getByRole('link');
  await expect(links.filter({ hasText: 'Orders' })).toHaveAttribute('href', '/admin/shop/orders');
  await page.unroute('**/api/admin/overview?*');
  const release = await pauseRequests(page, '**/api/admin/overview?*');
  const retry = failure.getByRole('button', { name: 'Try again' });
  await retry.press('Enter');
  await expect(retry).toHaveAttribute('aria-busy', 'true');
  await release();
  await expect(decisions(page)).toBeVisible();
  await expect(failure).toHaveCount(0);
  // The focus does not return to the start of the page.
  const main = page.getByRole('main');
  await expect.poll(() => main.evaluate((it) => it.contains(document.activeElement))).toBe(true);
});
