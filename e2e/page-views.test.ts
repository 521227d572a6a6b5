import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page, Request } from '@playwright/test';
import { violationsInLight } from './support/axe.ts';
import {
  expect,
  openAdminPage,
  readOnlyTest,
  type Site,
  signInAsOwner,
  test,
} from './support/site.ts';

test.use({ seed: 'demo' });

const browserUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Opens a page in a browser that does not look automated. */
async function openVisitorPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ userAgent: browserUserAgent });
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
  });
  return context.newPage();
}

function recordReports(page: Page): Request[] {
  const reports: Request[] = [];
  page.on('request', (request) => {
    if (/\/api\/(views|client-errors)$/.test(request.url())) reports.push(request);
  });
  return reports;
}

const rowsOf = (page: Page, name: string) =>
  page.getByRole('table', { name, exact: true }).locator('tbody').getByRole('row');

test('the owner sees page views, and readers get no cookies or storage', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  await signInAsOwner(page, site);
  await openAdminPage(page, 'Views');
  await expect(page.getByRole('heading', { name: 'No views yet' })).toBeVisible();

  const reader = await openVisitorPage(browser);
  const reports = recordReports(reader);
  // The browser discards responses that arrive after their page has been left, so each view waits for its response.
  const expectViews = async (views: number) => {
    await expect.poll(() => reports.length).toBe(views);
    expect((await reports.at(-1)?.response())?.status()).toBe(204);
  };
  await reader.goto(`${site.url}/project?token=verysecret`);
  await expectViews(1);
  await reader.getByRole('radio').nth(1).check({ force: true });
  await expect(reader).toHaveURL(/technology=/);
  await expectViews(2);
  expect(await reader.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  await reader.goto(`${site.url}/blog/how-sqlite-keeps-a-promise`);
  await expectViews(3);
  await reader.reload();
  await expectViews(4);
  await reader.goto(`${site.url}/no-such-page`);
  await expectViews(5);
  expect(await reader.context().cookies()).toEqual([]);
  await reader.context().close();

  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: '5 views, 1 visitor' })).toBeVisible();
  await expect(rowsOf(page, 'Pages')).toHaveText([
    '/blog/how-sqlite-keeps-a-promise21',
    '/project21',
  ]);
  await expect(rowsOf(page, 'Articles')).toHaveText([
    'How SQLite keeps a promise1 visitor in total21',
  ]);
  await expect(rowsOf(page, 'Missing pages')).toHaveText(['/no-such-page11']);
  await expect(page.getByRole('main')).not.toContainText('verysecret');
  await expect(page.getByRole('img', { name: /Views by day, from .* The most: 5/ })).toBeVisible();
  await page.getByText('Show as table').click();
  await expect(page.getByRole('row', { name: /2026|20\d\d/ }).first()).toContainText('51');
  expect(await violationsInLight(page)).toEqual([]);

  for (const name of ['Today', '7 days', '365 days', 'All time']) {
    await page.getByText(name, { exact: true }).click();
    await expect(page.getByRole('radio', { name })).toBeChecked();
    await expect(page.getByRole('status').filter({ hasText: '5 views, 1 visitor' })).toBeVisible();
  }
});

readOnlyTest(
  'visitors with Global Privacy Control and automated browsers send nothing',
  { tag: '@verify' },
  async ({ page, site, browser }) => {
    const automatedReports = recordReports(page);
    await page.goto(`${site.url}/about`);
    await page.waitForLoadState('networkidle');
    const privatePage = await openVisitorPage(browser);
    await privatePage.addInitScript(() => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
    });
    const privateReports = recordReports(privatePage);
    await privatePage.goto(`${site.url}/about`);
    await privatePage.waitForLoadState('networkidle');
    await privatePage.context().close();
    expect([automatedReports.length, privateReports.length]).toEqual([0, 0]);
  },
);

test('script errors are reported, at most three per page', async ({ site, browser }) => {
  const throwErrors = (page: Page) =>
    page.evaluate(() => {
      for (let time = 0; time < 5; time += 1) {
        const error = new Error('it broke');
        dispatchEvent(new ErrorEvent('error', { message: error.message, error }));
      }
    });
  const page = await openVisitorPage(browser);
  const reports = recordReports(page);
  await page.goto(`${site.url}/login?next=%2Fsecret`);
  await throwErrors(page);
  const errors = () => reports.filter((report) => report.url().endsWith('client-errors'));
  await expect.poll(() => errors().length).toBe(3);
  for (const report of errors()) {
    expect((await report.response())?.status()).toBe(204);
  }
  await page.context().close();
});

/** Script of a service worker of an older site that answers some pages itself. */
const oldWorkerScript = (pages: string) => `
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    const { pathname } = new URL(event.request.url);
    if (event.request.mode !== 'navigate' || !${pages}.test(pathname)) return;
    const headers = { 'content-type': 'text/html' };
    event.respondWith(new Response('<title>Old</title><h1>The old site</h1>', { headers }));
  });`;

/** Writes a file into the live release atomically. */
function writeReleaseFile(site: Site, name: string, text: string): void {
  const folder = realpathSync(path.join(site.dataFolder, 'live'));
  writeFileSync(path.join(folder, 'new-file'), text);
  renameSync(path.join(folder, 'new-file'), path.join(folder, name));
}

async function register(page: Page, scriptPath: string): Promise<void> {
  await page.evaluate(async (url) => {
    const controlled = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    await navigator.serviceWorker.register(url);
    await controlled;
  }, scriptPath);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the service worker of an older site is removed by the first page of this site', {
  tag: '@verify',
}, async ({ page, site }) => {
  writeReleaseFile(site, 'old-worker.js', oldWorkerScript('/about/'));
  await page.goto(`${site.url}/contact`);
  await register(page, '/old-worker.js');
  await page.goto(`${site.url}/about`);
  await expect(heading(page)).toHaveText('The old site');
  await page.goto(`${site.url}/contact`);
  const workers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(workers).toBe(0);
  await page.goto(`${site.url}/about`);
  await expect(heading(page)).not.toHaveText('The old site');
});

test('a service worker that answers all pages is replaced by one that removes itself', {
  tag: '@verify',
}, async ({ page, site }) => {
  const folder = realpathSync(path.join(site.dataFolder, 'live'));
  const serviceWorker = readFileSync(path.join(folder, 'service-worker.js'), 'utf8');
  expect(readFileSync(path.join(folder, 'sw.js'), 'utf8')).toBe(serviceWorker);
  await page.goto(`${site.url}/contact`);
  writeReleaseFile(site, 'service-worker.js', oldWorkerScript('/./'));
  await register(page, '/service-worker.js');
  await page.evaluate(async () => (await caches.open('old')).put('/x', new Response('kept')));
  await page.goto(`${site.url}/about`);
  await expect(heading(page)).toHaveText('The old site');
  writeReleaseFile(site, 'service-worker.js', serviceWorker);
  // The browser also checks for updates on its own; the test skips that wait. The new worker reloads the page,
  // perhaps before the update has resolved.
  await page.evaluate(() => {
    void navigator.serviceWorker.getRegistration().then((worker) => worker?.update());
  });
  await expect(heading(page)).toContainText('Maren');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
