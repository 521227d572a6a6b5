import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { readConfig } from '../../api/config.ts';
import { createReporting } from '../../api/log.ts';
import { startSite } from '../../api/start-site.ts';
import { insertTestOrder } from '../../api/testing/factories.ts';
import { sharedMarkdown } from '../../api/testing/fakes.ts';
import { freePort } from '../../api/testing/local-server.ts';
import { SAMPLE_ORDER } from '../../api/testing/site-pages.ts';
import { isJobListEmpty, withDatabase } from '../../api/testing/test-database.ts';
import { until } from '../../api/testing/until.ts';
import { pixelPng } from '../../api/testing/upload-form.ts';
import { SITE_ORIGIN, type SiteProxy, startSiteProxy } from './site-proxy.ts';

/** A running test site. */
export interface Site {
  url: string;
  /** Port of the server at 127.0.0.1. */
  port: number;
  /** One-time setup link for the first admin; null if an admin exists. */
  setupLink: string | null;
  dataFolder: string;
  /** Stops the server and starts it again on the same data, with its clock `aheadMs` milliseconds ahead. */
  restart(aheadMs: number): Promise<void>;
}

const admin = { email: 'owner@example.org', password: 'a sound passphrase' };
/** Timeout of a first start and its follow-up jobs, in milliseconds. It is long for the sake of busy machines. */
const START_MS = 600_000;

/** Options of the site of a test. */
export interface SiteOptions {
  /** `none` starts empty, `demo` with the sample articles. */
  seed: 'none' | 'demo';
  /** True if an admin exists from the start. */
  hasOwner: boolean;
  /** Additional environment variables of the server. */
  environment?: NodeJS.ProcessEnv;
}

/** Other fixtures of a test. */
export interface Fixtures {
  /** Origins of external services that pages may request. */
  allowedOrigins: string[];
  /** True if success toasts stay until they are closed. Otherwise they disappear after two seconds. */
  pauseToasts: boolean;
  site: Site;
  failOnPageErrors: undefined;
}

/** Returns the site with the demo content that all read-only tests of a worker share; the first call starts it. */
export type OpenSharedSite = () => Promise<Site>;

/** Returns the environment of a site in a data folder. */
const environmentOf = (dataFolder: string, { seed, hasOwner, environment }: SiteOptions) => ({
  ...process.env,
  SITE_URL: SITE_ORIGIN,
  PORT: '0',
  DATA_DIR: dataFolder,
  BUILD_DIR: process.env.JOURNEYS_BUILD,
  LOG_LEVEL: 'error',
  MAKE_PICTURES: 'false',
  CHECK_LINKS: 'false',
  SEED: seed,
  ...(hasOwner && { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }),
  ...environment,
});

async function startInProcess(environment: NodeJS.ProcessEnv) {
  const config = readConfig(environment);
  const { app, setupLink, close } = await startSite(
    config,
    createReporting(config),
    sharedMarkdown(config.siteUrl),
  );
  return { port: (app.server.address() as AddressInfo).port, setupLink, close };
}

/** Starts a site in a child process with its clock ahead. */
async function startChildProcess(environment: NodeJS.ProcessEnv, aheadMs: number) {
  const port = await freePort();
  const server = spawn('node', ['api/server.ts'], {
    env: {
      ...environment,
      PORT: String(port),
      NODE_OPTIONS: `--import=${new URL('./clock-ahead.mjs', import.meta.url)}`,
      CLOCK_AHEAD_MS: String(aheadMs),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  let output = '';
  server.stdout.on('data', (text) => {
    output += text;
  });
  await until(
    'the site started again or exited',
    () => server.exitCode !== null || output.includes('The site is at'),
    START_MS,
  );
  if (server.exitCode !== null) throw new Error(`the server exited: ${output}`);
  const close = async () => {
    server.kill('SIGTERM');
    await exited;
  };
  return { port, close };
}

/**
 * Returns the data folder after a first start with these options and all its follow-up jobs. The first worker
 * that needs the folder creates it for the whole run.
 */
async function prepareDataFolder(options: SiteOptions): Promise<string> {
  const { seed, hasOwner } = options;
  const parent = process.env.JOURNEYS_PREPARED ?? '';
  const folder = path.join(parent, `${seed}-${hasOwner ? 'owned' : 'new'}`);
  const finished = `${folder}.finished`;
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await until(`${folder} is prepared`, () => existsSync(finished), START_MS);
    return folder;
  }
  const { close } = await startInProcess(environmentOf(folder, { seed, hasOwner }));
  await until('the first release is complete', () => isJobListEmpty(folder), START_MS);
  await close();
  writeFileSync(finished, '');
  return folder;
}

/**
 * Copies a prepared data folder. The two thousand files of a release are hard links, because the server replaces
 * them by renaming and never writes into them.
 */
function copyDataFolder(prepared: string, folder: string): void {
  const filter = (file: string) => file !== path.join(prepared, 'releases');
  cpSync(prepared, folder, { recursive: true, verbatimSymlinks: true, filter });
  linkFiles(path.join(prepared, 'releases'), path.join(folder, 'releases'));
}

function linkFiles(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else linkSync(source, target);
  }
}

/** Starts a site in a new data folder; `close` stops it and deletes the folder. */
export async function openSite(options: SiteOptions): Promise<Site & { close(): Promise<void> }> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'journey-'));
  copyDataFolder(await prepareDataFolder(options), dataFolder);
  const environment = environmentOf(dataFolder, options);
  const started = await startInProcess(environment);
  let { close } = started;
  const site = {
    url: SITE_ORIGIN,
    port: started.port,
    setupLink: started.setupLink,
    dataFolder,
    async restart(aheadMs: number) {
      await close();
      close = async () => {};
      ({ port: site.port, close } = await startChildProcess(environment, aheadMs));
    },
    async close() {
      await close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
  return site;
}

/** Starts a site with the demo content and an order of the owner, which a demo cannot contain. */
export async function openDemoSite(environment: NodeJS.ProcessEnv): ReturnType<typeof openSite> {
  const site = await openSite({ seed: 'demo', hasOwner: true, environment });
  withDatabase(site.dataFolder, (database) => {
    const { id: userId } = database.raw
      .prepare('SELECT id FROM users WHERE email = ?')
      .get(admin.email) as { id: number };
    const at = Date.now();
    insertTestOrder(database, {
      publicId: SAMPLE_ORDER,
      userId,
      at,
      lines: [{ title: 'Outbox starter', price: 3900, quantity: 2 }],
      refunds: [{ amount: 3900, at }],
    });
  });
  return site;
}

/**
 * Test function without a site. All other test functions extend it: Playwright keeps the browser and the shared
 * site of a worker only while its tests use the same worker fixtures, and all of them are defined here.
 */
export const testWithoutSite = base.extend<
  object,
  { openSharedSite: OpenSharedSite; siteProxy: SiteProxy }
>({
  siteProxy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      const siteProxy = await startSiteProxy();
      await use(siteProxy);
      siteProxy.close();
    },
    { scope: 'worker' },
  ],
  proxy: ({ siteProxy }, use) => use({ server: siteProxy.server }),
  openSharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      let sharedSite: ReturnType<typeof openSite> | undefined;
      await use(() => {
        // All tests of a worker are one client for it.
        sharedSite ??= openDemoSite({ RATE_LIMITS: 'false' });
        return sharedSite;
      });
      await (await sharedSite)?.close();
    },
    { scope: 'worker' },
  ],
});

/** Test function with a new site for each test. */
export const test = testWithoutSite.extend<SiteOptions & Fixtures>({
  seed: ['none', { option: true }],
  hasOwner: [true, { option: true }],
  environment: [{}, { option: true }],
  allowedOrigins: [[], { option: true }],
  pauseToasts: [true, { option: true }],
  context: async ({ context, pauseToasts }, use) => {
    if (pauseToasts) await pauseToastTimers(context);
    await use(context);
  },
  site: [
    async ({ siteProxy, seed, hasOwner, environment }, use) => {
      const site = await openSite({ seed, hasOwner, environment });
      siteProxy.site = site;
      await use(site);
      await site.close();
    },
    // The first test of a run also prepares the data folder. A timeout of its own keeps that out of the test’s.
    { timeout: START_MS },
  ],
  // Fails every test in which a page violates its CSP, throws, or sends a request to a third party.
  failOnPageErrors: [
    async ({ context, site, allowedOrigins }, use) => {
      const problems = collectPageErrors(context, site.url, ...allowedOrigins);
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** Test function for read-only tests: all tests of a worker share one site with the demo content. */
export const readOnlyTest = test.extend({
  site: [
    async ({ openSharedSite, siteProxy }, use) => {
      const site = await openSharedSite();
      siteProxy.site = site;
      await use(site);
    },
    { scope: 'test', timeout: START_MS },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

/** Pauses the timers of toasts. On a busy machine, a test may look for a toast after its two seconds. */
export async function pauseToastTimers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.toast__bar { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Returns a list that collects requests to third parties, uncaught errors, CSP violations and hydration errors. */
export function collectPageErrors(context: BrowserContext, ...origins: string[]): string[] {
  const problems: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    const isAllowed = origins.some((origin) => url.startsWith(origin));
    if (!isAllowed && !/^(data|blob|about):/.test(url)) {
      problems.push(`requested a third party: ${url}`);
    }
  });
  context.on('weberror', (error) => {
    const { message } = error.error();
    // Chromium throws these when a reader leaves before a view transition has exited.
    if (!/^Transition was (skipped|aborted)/.test(message)) problems.push(`threw: ${message}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    if (/Content.Security.Policy/i.test(text)) problems.push(text);
    // React’s development bundle reports islands that render other markup than the server.
    if (message.type() === 'error' && /hydrat/i.test(text)) {
      problems.push(`${message.page()?.url()}: ${text}`);
    }
  });
  return problems;
}

/**
 * Opens a page in a context of its own: in that of the test, the errors that the page reports would fail it.
 * @returns the page, and the messages of its errors so far
 */
export async function openReportingPage(
  browser: Browser,
): Promise<{ page: Page; reports: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const reports: string[] = [];
  page.on('pageerror', ({ message }) => reports.push(message));
  return { page, reports };
}

/** Starts a session through the API and leaves the page at a static file of the site. */
async function authenticate(
  page: Page,
  site: Site,
  path: string,
  credentials: object,
  role: 'admin' | 'member',
): Promise<void> {
  await page.goto(`${site.url}/robots.txt`);
  const response = await page.request.post(site.url + path, {
    data: credentials,
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.ok(), await response.text()).toBe(true);
  await page.evaluate((role) => localStorage.setItem('session', role), role);
}

/** Signs the owner in through the API and leaves the page at a static file of the site. */
export const signInAsOwner = (page: Page, site: Site): Promise<void> =>
  authenticate(page, site, '/api/user/login', admin, 'admin');

/** Registers a member through the API and leaves the page at a static file of the site. */
export const registerMember = (page: Page, site: Site, name: string): Promise<void> => {
  const email = `${name.toLowerCase()}@example.org`;
  const member = { name, email, password: 'a sound passphrase' };
  return authenticate(page, site, '/api/user/register', member, 'member');
};

/** Signs out through the header and waits for the next page. */
export async function signOut(page: Page): Promise<void> {
  const navigation = page.waitForEvent('framenavigated');
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await navigation;
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
}

const coverImages = new WeakMap<Site, { public_id: string }>();

/** Uploads an image through the API, once per site because uploads are limited. @returns `images` of an article */
export async function uploadCover(owner: Page, site: Site): Promise<{ public_id: string }> {
  const cached = coverImages.get(site);
  if (cached) return cached;
  const response = await owner.request.post(`${site.url}/api/upload?folder=articles`, {
    multipart: { file: { name: 'cover.png', mimeType: 'image/png', buffer: pixelPng } },
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.status()).toBe(201);
  const cover = { public_id: (await response.json()).result.public_id };
  coverImages.set(site, cover);
  return cover;
}

/** Publishes an article through the API with the session of `owner`. */
export async function publish(
  owner: Page,
  site: Site,
  title: string,
  more: object = {},
): Promise<void> {
  const images = await uploadCover(owner, site);
  const texts = { title, subtitle: 'S', description: 'D', markdown: 'M' };
  const fields = { ...texts, images, draft: false, ...more };
  const response = await owner.request.post(`${site.url}/api/articles`, {
    data: fields,
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.status()).toBe(201);
}

/** Opens an admin page through the menu of the header. */
export async function openAdminPage(page: Page, name: string): Promise<void> {
  const header = page.getByRole('banner');
  if ((await header.count()) === 0) await page.goto(`${SITE_ORIGIN}/admin`);
  await header.locator('summary', { hasText: 'Admin' }).click();
  await header.getByRole('link', { name: new RegExp(`^${name}`) }).click();
}

export { expect };

/** Makes the page's browser one that does not know the attributes `command` and `commandfor` of buttons. */
export async function removeInvokerCommands(page: Page): Promise<void> {
  await page.addInitScript(() => {
    delete (HTMLButtonElement.prototype as Partial<HTMLButtonElement>).commandForElement;
    const ignore = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('command', ignore, true);
  });
}
