import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from '@playwright/test';
import { overweightOf } from '../api/testing/page-budgets.ts';
import { adminPages, readerPages, type SitePage } from '../api/testing/site-pages.ts';
import {
  articleButtons,
  type PageWeight,
  scriptWeight,
  weighPage,
} from '../api/testing/weigh-page.ts';
import { type Site, signInAsOwner } from './site.ts';
import { expect, selectionsOf, test } from './whole-site.ts';

/** Pages that are weighed side by side. */
const AT_ONCE = 4;

const withoutErrors = readerPages.filter(({ status }) => status === undefined);
for (const { some, pages, tag } of selectionsOf(withoutErrors)) {
  test(`${some} pages weigh at most their budgets`, { tag }, async ({ browser, site }) => {
    const overweight: string[] = [];
    // Most of the time a page is waited for until it asks for nothing more.
    for (let from = 0; from < pages.length; from += AT_ONCE) {
      const weights = pages
        .slice(from, from + AT_ONCE)
        .map(({ path }) => weighPage(browser, site.url, path));
      overweight.push(...(await Promise.all(weights)).flatMap(overweightOf));
    }
    expect(overweight).toEqual([]);
  });
}

/** Bytes of the plain scripts of an article after gzip: everything before use except inline scripts. */
const PLAIN_SCRIPTS = 4 * 1024;

test('the plain scripts of an article are bounded together', { tag: '@topic' }, async ({
  browser,
  site,
}) => {
  const article = await weighPage(browser, site.url, '/blog/how-sqlite-keeps-a-promise');
  const bytes = scriptWeight(article).beforeUse - article.inlineScripts.gzipped;
  expect(bytes).toBeLessThanOrEqual(PLAIN_SCRIPTS);
});

/** Bytes of all scripts of an article after gzip, once it was liked, listened to and commented on. */
const SCRIPTS_AFTER_USE = 100 * 1024;

test('the scripts of an article are bounded after like, listen and responses', {
  tag: '@topic',
}, async ({ browser, site }) => {
  const article = await weighPage(browser, site.url, '/blog/how-sqlite-keeps-a-promise', {
    use: articleButtons,
  });
  const { beforeUse, afterUse } = scriptWeight(article);
  expect(afterUse).toBeGreaterThan(beforeUse);
  expect(afterUse).toBeLessThanOrEqual(SCRIPTS_AFTER_USE);
});

/** Bytes of all scripts of a page for members or admins after gzip, before it is used. */
const APPLICATION_SCRIPTS = 120 * 1024;

const applications = adminPages.filter(({ path }) => !path.startsWith('/admin/blog/'));

/** Returns the pages whose scripts are too heavy for a visitor who is signed in on `page`. */
async function heavyApplications(
  { browser, page, site }: { browser: Browser; page: Page; site: Site },
  pages: SitePage[],
): Promise<string[]> {
  const storageState = await page.context().storageState();
  const weights: PageWeight[] = [];
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    const some = pages.slice(from, from + AT_ONCE);
    weights.push(
      ...(await Promise.all(
        some.map(({ path }) => weighPage(browser, site.url, path, { storageState })),
      )),
    );
  }
  return weights
    .filter((weight) => scriptWeight(weight).beforeUse > APPLICATION_SCRIPTS)
    .map((weight) => `${weight.path}: ${scriptWeight(weight).beforeUse} bytes`);
}

for (const { some, pages, tag } of selectionsOf(applications)) {
  test(`scripts of ${some} pages for the owner weigh at most 120 KB`, {
    tag: [...tag, '@topic'],
  }, async ({ browser, page, site }) => {
    await signInAsOwner(page, site);
    expect(await heavyApplications({ browser, page, site }, pages)).toEqual([]);
  });
}

/** Bytes of all scripts of the editor after gzip, before anything is used. */
const EDITOR_SCRIPTS = 334 * 1024;

test("the editor's scripts are bounded, and load on its pages alone", {
  tag: '@verify',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  const scriptsOf = async (path: string) => {
    const found = new Map<string, Promise<Buffer>>();
    const note = (response: Response) => {
      if (response.request().resourceType() === 'script')
        found.set(response.url(), response.body());
    };
    // What the page before still asks for is none of this one's.
    await page.goto('about:blank');
    page.on('response', note);
    // Nothing but silence shows that the page asks for no more.
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    page.off('response', note);
    return new Map(
      await Promise.all([...found].map(async ([url, body]) => [url, await body] as const)),
    );
  };
  const editor = await scriptsOf('/admin/blog/new');
  const own = [...editor].filter(([, body]) => body.includes('cm-content')).map(([url]) => url);
  expect(own.length).toBeGreaterThan(0);
  const bytes = [...editor.values()].reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeLessThanOrEqual(EDITOR_SCRIPTS);
  for (const path of ['/', '/admin/settings', '/blog/a-page-is-a-file']) {
    const loaded = await scriptsOf(path);
    expect([path, own.filter((url) => loaded.has(url))]).toEqual([path, []]);
  }
});
