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
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { readConfig } from '../api/config.ts';
import { createReporting } from '../api/log.ts';
import { startSite } from '../api/start-site.ts';
import { isOutboxEmpty } from '../api/testing/outbox.ts';
import { sharedMarkdown } from '../api/testing/stand-ins.ts';
import { until } from '../api/testing/until.ts';
import { pixelPng } from '../api/testing/upload-form.ts';
import { SITE_ORIGIN, type SiteProxy, startSiteProxy } from './site-proxy.ts';

/** A running site of its own for one test. */
export interface Site {
  url: string;
  /** Port that it listens on at 127.0.0.1. */
  port: number;
  /** The one-time link that makes the first admin; null when there is an admin already. */
  setupLink: string | null;
  dataFolder: string;
  /** Ends it, and starts it again on what it has stored, its clock ahead by so many milliseconds. */
  restart(aheadMs: number): Promise<void>;
}

const admin = { email: 'owner@example.org', password: 'a sound passphrase' };
/** Milliseconds of a first start and all that follows it. A busy machine is no failure. */
const START_MS = 600_000;

/** What a test can ask of its site. */
export interface Options {
  /** `none` starts empty, `demo` with the sample articles. */
  seed: 'none' | 'demo';
  /** Whether there is an admin from the start. */
  owned: boolean;
  /** Other variables that the site is started with. */
  environment?: NodeJS.ProcessEnv;
}

/** What a test can ask of its journey besides. */
export interface Journey {
  /** Origins that it is led to on purpose. */
  abroad: string[];
  /** Whether notifications of success stay until they are closed. Otherwise they leave after two seconds. */
  keepsToasts: boolean;
  site: Site;
  quiet: undefined;
}

/** Opens the site with the demo content that a worker keeps to its end, or answers with it. */
export type LookAt = () => Promise<Site>;

/** Returns the environment of a site in a data folder. */
const environmentOf = (dataFolder: string, { seed, owned, environment }: Options) => ({
  ...process.env,
  SITE_URL: SITE_ORIGIN,
  PORT: '0',
  DATA_DIR: dataFolder,
  BUILD_DIR: process.env.JOURNEYS_BUILD,
  LOG_LEVEL: 'error',
  MAKE_PICTURES: 'false',
  CHECK_LINKS: 'false',
  SEED: seed,
  ...(owned && { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }),
  ...environment,
});

async function startHere(environment: NodeJS.ProcessEnv) {
  const config = readConfig(environment);
  const { app, setupLink, close } = await startSite(
    config,
    createReporting(config),
    sharedMarkdown(config.siteUrl),
  );
  return { port: (app.server.address() as AddressInfo).port, setupLink, close };
}

/** Starts a site in a process of its own, with its clock ahead. */
async function startAhead(environment: NodeJS.ProcessEnv, aheadMs: number) {
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
  const ended = once(server, 'exit');
  let output = '';
  server.stdout.on('data', (text) => {
    output += text;
  });
  await until(
    'the site started again',
    () => {
      if (server.exitCode !== null) throw new Error(`the server ended: ${output}`);
      return output.includes('The site is at');
    },
    START_MS,
  );
  const close = async () => {
    server.kill('SIGTERM');
    await ended;
  };
  return { port, close };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Returns the data folder that a first start leaves behind, with all work that follows it. The first
 * worker that needs one makes it for the whole run.
 */
async function preparedFolder(options: Options): Promise<string> {
  const { seed, owned } = options;
  const parent = process.env.JOURNEYS_PREPARED ?? '';
  const folder = path.join(parent, `${seed}-${owned ? 'owned' : 'new'}`);
  const finished = `${folder}.finished`;
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await until(`${folder} is prepared`, () => existsSync(finished), START_MS);
    return folder;
  }
  const { close } = await startHere(environmentOf(folder, { seed, owned }));
  await until('the first release is complete', () => isOutboxEmpty(folder), START_MS);
  await close();
  writeFileSync(finished, '');
  return folder;
}

/**
 * Copies a prepared folder. Files of a release are replaced by renaming and never written into, so
 * that links will do: those are two thousand files.
 */
function copyPrepared(prepared: string, folder: string): void {
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

/** Starts a site in a folder of its own; `close` ends it and clears it away. */
export async function openSite(options: Options): Promise<Site & { close(): Promise<void> }> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'journey-'));
  copyPrepared(await preparedFolder(options), dataFolder);
  const environment = environmentOf(dataFolder, options);
  const started = await startHere(environment);
  let { close } = started;
  const site = {
    url: SITE_ORIGIN,
    port: started.port,
    setupLink: started.setupLink,
    dataFolder,
    async restart(aheadMs: number) {
      await close();
      ({ port: site.port, close } = await startAhead(environment, aheadMs));
    },
    async close() {
      await close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
  return site;
}

/**
 * Tests that need no site. All others come from it: a worker keeps its browser and its sites only
 * while the tests it is given know the same fixtures of workers, which are all here.
 */
export const bareTest = base.extend<object, { lookAt: LookAt; siteProxy: SiteProxy }>({
  siteProxy: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads from it what a fixture needs.
    async ({}, use) => {
      const siteProxy = await startSiteProxy();
      await use(siteProxy);
      siteProxy.close();
    },
    { scope: 'worker' },
  ],
  proxy: ({ siteProxy }, use) => use({ server: siteProxy.server }),
  lookAt: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads from it what a fixture needs.
    async ({}, use) => {
      let opened: ReturnType<typeof openSite> | undefined;
      await use(() => {
        opened ??= openSite({ seed: 'demo', owned: true });
        return opened;
      });
      await (await opened)?.close();
    },
    { scope: 'worker' },
  ],
});

/** What every test here can ask for; `site` is one of its own. */
export const test = bareTest.extend<Options & Journey>({
  seed: ['none', { option: true }],
  owned: [true, { option: true }],
  environment: [{}, { option: true }],
  abroad: [[], { option: true }],
  keepsToasts: [true, { option: true }],
  context: async ({ context, keepsToasts }, use) => {
    if (keepsToasts) await keepToasts(context);
    await use(context);
  },
  site: [
    async ({ siteProxy, seed, owned, environment }, use) => {
      const site = await openSite({ seed, owned, environment });
      siteProxy.site = site;
      await use(site);
      await site.close();
    },
    // The first one of a run also prepares the folder, which is no time of a test.
    { timeout: START_MS },
  ],
  // Every journey also says that no page broke its policy, threw, or asked a third party.
  quiet: [
    async ({ context, site, abroad }, use) => {
      const complaints = watchForTrouble(context, site.url, ...abroad);
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** Tests that change nothing others would see: one site with the demo content for all of a worker. */
export const lookingTest = test.extend({
  site: [
    async ({ lookAt, siteProxy }, use) => {
      const site = await lookAt();
      siteProxy.site = site;
      await use(site);
    },
    { scope: 'test', timeout: START_MS },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

/** Stops the clocks of notifications: on a busy machine a test may look when two seconds are over. */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.toast__bar { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Collects what no page of ours may do. */
export function watchForTrouble(context: BrowserContext, ...origins: string[]): string[] {
  const complaints: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    const isOurs = origins.some((origin) => url.startsWith(origin));
    if (!isOurs && !/^(data|blob|about):/.test(url)) {
      complaints.push(`asked a third party: ${url}`);
    }
  });
  context.on('weberror', (error) => {
    const { message } = error.error();
    // The browser's own, of a reader who went elsewhere before one page had turned into the other.
    if (!/^Transition was (skipped|aborted)/.test(message)) complaints.push(`threw: ${message}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    if (/Content.Security.Policy/i.test(text)) complaints.push(text);
    // React's development bundle says where an island rendered other markup than the server did.
    if (message.type() === 'error' && /hydrat/i.test(text)) {
      complaints.push(`${message.page()?.url()}: ${text}`);
    }
  });
  return complaints;
}

/** Starts a session through the API, and leaves the page at a plain file of the site. */
async function enter(
  page: Page,
  site: Site,
  path: string,
  person: object,
  role: 'admin' | 'member',
): Promise<void> {
  await page.goto(`${site.url}/robots.txt`);
  const response = await page.request.post(site.url + path, {
    data: person,
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.ok()).toBe(true);
  await page.evaluate((role) => localStorage.setItem('session', role), role);
}

/** Signs the owner in through the API, and leaves the page at a plain file of the site. */
export const signInAsOwner = (page: Page, site: Site): Promise<void> =>
  enter(page, site, '/api/user/login', admin, 'admin');

/** Registers a member through the API, and leaves the page at a plain file of the site. */
export const registerMember = (page: Page, site: Site, name: string): Promise<void> => {
  const email = `${name.toLowerCase()}@example.org`;
  const member = { name, email, password: 'a sound passphrase' };
  return enter(page, site, '/api/user/register', member, 'member');
};

/** Signs out by the header, and waits for the page that this leads to. */
export async function signOut(page: Page): Promise<void> {
  const led = page.waitForEvent('framenavigated');
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await led;
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
}

const covers = new WeakMap<Site, { public_id: string }>();

/** Uploads an image by the API, once for each site: uploads are limited. @returns the `images` of an article */
export async function uploadCover(owner: Page, site: Site): Promise<{ public_id: string }> {
  const known = covers.get(site);
  if (known) return known;
  const answer = await owner.request.post(`${site.url}/api/upload?folder=articles`, {
    multipart: { file: { name: 'cover.png', mimeType: 'image/png', buffer: pixelPng } },
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(201);
  const cover = { public_id: (await answer.json()).result.public_id };
  covers.set(site, cover);
  return cover;
}

/** Publishes by the API, as the owner whose page it is. */
export async function publish(
  owner: Page,
  site: Site,
  title: string,
  more: object = {},
): Promise<void> {
  const images = await uploadCover(owner, site);
  const words = { title, subtitle: 'S', description: 'D', markdown: 'M' };
  const fields = { ...words, images, draft: false, ...more };
  const answer = await owner.request.post(`${site.url}/api/articles`, {
    data: fields,
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(201);
}

/** Goes to a page of the admin by the menu of the header. */
export async function openAdminPage(page: Page, name: string): Promise<void> {
  const header = page.getByRole('banner');
  if ((await header.count()) === 0) await page.goto(`${SITE_ORIGIN}/admin`);
  await header.locator('summary', { hasText: 'Admin' }).click();
  await header.getByRole('link', { name: new RegExp(`^${name}`) }).click();
}

export { expect };
