import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { adminPages, readerPages } from '../api/testing/site-pages.ts';
import { isJobListEmpty } from '../api/testing/test-database.ts';
import { until } from '../api/testing/until.ts';
import { releaseFolder } from './support/release.ts';
import {
  expect,
  openDemoSite,
  registerMember,
  type Site,
  signInAsOwner,
  test as siteTest,
} from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

/** Build with React's development bundle, which reports every difference between server and browser. */
const build = mkdtempSync(path.join(os.tmpdir(), 'development-build-'));

/** Maximum duration of the build and of the release, in milliseconds. */
const START_MS = 600_000;

// The tests share one site, because a release of this build takes longer than the pages of a test.
siteTest.describe.configure({ mode: 'serial' });
let sharedSite: ReturnType<typeof openDemoSite> | undefined;

siteTest.beforeAll(() => {
  const built = spawnSync('node', ['api/commands/build.ts'], {
    env: { ...process.env, BUILD_DIR: build, DATA_DIR: build, REACT_BUNDLE: 'development' },
    encoding: 'utf8',
  });
  expect(built.status, built.stderr).toBe(0);
});

siteTest.afterAll(async () => {
  await (await sharedSite)?.close();
  rmSync(build, { recursive: true, force: true });
});

const test = siteTest.extend<{ site: Site }>({
  site: [
    async ({ siteProxy }, use) => {
      sharedSite ??= openDevelopmentSite();
      const site = await sharedSite;
      siteProxy.site = site;
      await use(site);
    },
    { scope: 'test', timeout: START_MS },
  ],
});

const idOf = (buildFolder: string): string =>
  JSON.parse(readFileSync(path.join(buildFolder, 'build.json'), 'utf8')).id;

/** Starts a site with the demo content. Until its release is live, it serves the pages of the usual build. */
async function openDevelopmentSite(): ReturnType<typeof openDemoSite> {
  const site = await openDemoSite({ BUILD_DIR: build });
  await until('the new release is complete', () => isJobListEmpty(site.dataFolder), START_MS);
  const liveBuild = path.join(realpathSync(releaseFolder(site)), '..', 'build');
  expect(idOf(liveBuild)).toBe(idOf(build));
  return site;
}

/** Opens pages and interacts with each visible island until it is hydrated. */
async function hydrateIslands(page: Page, paths: string[]): Promise<void> {
  let hydrated = 0;
  for (const path of paths) {
    await page.goto(path);
    // Uses handles, because an island may disappear once it has loaded the session.
    for (const island of await page.$$('astro-island')) {
      const isUsed = await island.evaluate((element) => {
        // The element of an island has no box.
        const content = element.firstElementChild;
        if (!content?.checkVisibility()) return false;
        content.scrollIntoView();
        element.dispatchEvent(new Event('focusin', { bubbles: true }));
        return true;
      });
      if (!isUsed) continue;
      await expect
        .poll(() =>
          island.evaluate((element) => element.isConnected && element.hasAttribute('ssr')),
        )
        .toBe(false);
      hydrated += 1;
    }
  }
  expect(hydrated).toBeGreaterThan(0);
}

// The fixture `failOnPageErrors` fails a test when React reports a difference.
test('islands hydrate without differences to the published markup', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  const paths = readerPages.map((row) => site.url + row.path);
  await hydrateIslands(page, paths);
});

test('islands hydrate without differences when the owner is signed in', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await signInAsOwner(page, site);
  // Shells of guarded pages redirect signed-in users to the page.
  const pages = [...readerPages, ...adminPages].filter(({ path }) => !path.endsWith('-shell'));
  const paths = pages.map((row) => site.url + row.path);
  await hydrateIslands(page, paths);
});

test('islands hydrate without differences on the phone of a member', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await registerMember(page, site, 'Maria');
  const pages = [
    ...readerPages.filter(({ typical }) => typical),
    ...adminPages.filter(({ path }) => !path.startsWith('/admin')),
  ];
  // Members who are signed in leave the page.
  const paths = pages.map((row) => row.path).filter((path) => path !== '/login');
  await hydrateIslands(
    page,
    paths.map((path) => site.url + path),
  );
});

test('dialogs that are open before their scripts are loaded hydrate without differences', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(site.url, { waitUntil: 'networkidle' });
  const loadScripts = await pauseRequests(page, '**/*.js');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await loadScripts();
  await expect(page.getByText('Type two letters or more.')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/blog/how-sqlite-keeps-a-promise`, { waitUntil: 'networkidle' });
  const loadComments = await pauseRequests(page, '**/*.js');
  await page.getByRole('button', { name: 'Responses' }).click();
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Typed early');
  await loadComments();
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
});

test('controls that are pressed before their scripts are loaded hydrate without differences', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog/how-sqlite-keeps-a-promise`, { waitUntil: 'networkidle' });
  const loadScripts = await pauseRequests(page, '**/*.js');
  await page.getByRole('button', { name: /^Like/ }).click();
  const save = page.getByRole('button', { name: /^Save to/ });
  await save.click();
  await expect(save).toHaveAttribute('aria-busy', 'true');
  await loadScripts();
  await expect(page.getByText('to save this article to your reading list.')).toBeVisible();
});
