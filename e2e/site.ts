import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { isOutboxEmpty } from '../api/testing/outbox.ts';
import { until } from '../api/testing/until.ts';
import { pixelPng } from '../api/testing/upload-form.ts';

/** A running site of its own for one test. */
export interface Site {
  url: string;
  /** The one-time link that makes the first admin; null when there is an admin already. */
  setupLink: string | null;
  dataFolder: string;
  /** Ends it, and starts it again on what it has stored, its clock ahead by so many milliseconds. */
  restart(aheadMs: number): Promise<void>;
}

const admin = { email: 'owner@example.org', password: 'a sound passphrase' };
const START_MS = 60_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function startServer(environment: NodeJS.ProcessEnv, dataFolder: string, port: number) {
  const server = spawn('node', ['api/server.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataFolder,
      BUILD_DIR: process.env.JOURNEYS_BUILD,
      LOG_LEVEL: 'error',
      MAKE_PICTURES: 'false',
      CHECK_LINKS: 'false',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const started = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no start within a minute: ${output}`)),
      START_MS,
    );
    server.stdout.on('data', (text) => {
      output += text;
      if (!/The site is at .*\n/.test(output)) return;
      clearTimeout(timer);
      resolve();
    });
    server.stderr.on('data', (text) => {
      output += text;
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  await started;
  const setupLink = /"setupLink":"([^"]+)"/.exec(output)?.[1] ?? null;
  return { server, url: `http://localhost:${port}`, setupLink };
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

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
  site: Site;
  quiet: undefined;
}

/** Opens the site with the demo content that a worker keeps to its end, or answers with it. */
export type LookAt = () => Promise<Site>;

const environmentOf = ({ seed, owned }: Options) => ({
  SEED: seed,
  ...(owned && { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }),
});

/** Ports of this worker that no site has just now. */
const ports: number[] = [];
/** Folders as a first start leaves them, by what was asked of it and the port that pages name. */
const samples = new Map<string, Promise<string>>();

/**
 * What a first start writes, all work that follows it included. It takes three times as long as a
 * start that finds it, so that journeys begin with copies.
 */
async function makeSample(options: Options, port: number): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'journey-'));
  const { server } = await startServer(environmentOf(options), folder, port);
  await until('the first release is complete', () => isOutboxEmpty(folder), START_MS);
  await stopServer(server);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Gives a site a copy of its own. What a release holds is replaced by renaming and never written
 * into, so that links will do: those are two thousand files.
 */
function copySample(sample: string, folder: string): void {
  const filter = (file: string) => file !== path.join(sample, 'releases');
  cpSync(sample, folder, { recursive: true, verbatimSymlinks: true, filter });
  linkFiles(path.join(sample, 'releases'), path.join(folder, 'releases'));
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
  const port = ports.pop() ?? (await freePort());
  const name = `${options.seed} ${options.owned} ${port}`;
  const sample = samples.get(name) ?? makeSample(options, port);
  samples.set(name, sample);
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'journey-'));
  copySample(await sample, dataFolder);
  const environment = { ...environmentOf(options), ...options.environment };
  const started = await startServer(environment, dataFolder, port);
  let { server } = started;
  return {
    url: started.url,
    setupLink: started.setupLink,
    dataFolder,
    async restart(aheadMs) {
      await stopServer(server);
      const clock = {
        NODE_OPTIONS: `--import=${new URL('./clock-ahead.mjs', import.meta.url)}`,
        CLOCK_AHEAD_MS: String(aheadMs),
      };
      ({ server } = await startServer({ ...environment, ...clock }, dataFolder, port));
    },
    async close() {
      await stopServer(server);
      ports.push(port);
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/**
 * Tests that need no site. All others come from it: a worker keeps its browser, its sites and its
 * samples only while the tests it is given know the same fixtures of workers, which are all here.
 */
export const bareTest = base.extend<object, { lookAt: LookAt }>({
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
  site: async ({ seed, owned, environment }, use) => {
    const site = await openSite({ seed, owned, environment });
    await use(site);
    await site.close();
  },
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
  site: async ({ lookAt }, use) => use(await lookAt()),
  baseURL: async ({ site }, use) => use(site.url),
});

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
    if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

/** Signs the owner in through the form. */
export async function signInAsOwner(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/login`);
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(`${site.url}/`);
}

/** Signs out by the header, and waits for the page that this leads to. */
export async function signOut(page: Page): Promise<void> {
  const led = page.waitForEvent('framenavigated');
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await led;
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
}

/** Uploads an image by the API, as the owner whose page it is. @returns the `images` of an article */
export async function uploadCover(owner: Page, site: Site): Promise<{ public_id: string }> {
  const answer = await owner.request.post(`${site.url}/api/upload?folder=articles`, {
    multipart: { file: { name: 'cover.png', mimeType: 'image/png', buffer: pixelPng } },
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(201);
  return { public_id: (await answer.json()).result.public_id };
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
  await header.locator('summary', { hasText: 'Admin' }).click();
  await header.getByRole('link', { name: new RegExp(`^${name}`) }).click();
}

export { expect };
