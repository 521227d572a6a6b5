import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { adminPages, readerPages } from '../api/testing/site-pages.ts';
import { expect, signInAsOwner, test } from './site.ts';

/** Build with React's development bundle, which reports every difference between server and browser. */
const build = mkdtempSync(path.join(os.tmpdir(), 'development-build-'));

test.describe.configure({ mode: 'serial' });
test.use({ seed: 'demo', environment: { BUILD_DIR: build } });

test.beforeAll(() => {
  const built = spawnSync('node', ['api/commands/build.ts'], {
    env: { ...process.env, BUILD_DIR: build, DATA_DIR: build, REACT_BUNDLE: 'development' },
    encoding: 'utf8',
  });
  expect(built.status, built.stderr).toBe(0);
});

test.afterAll(() => rmSync(build, { recursive: true, force: true }));

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
