import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from '@playwright/test';
import { adminPages, readerPages, type SitePage } from '../api/testing/site-pages.ts';
import {
  articleButtons,
  FIRST_FLIGHT_BYTES,
  measureFirstScreen,
  overweightOf,
  type PageWeight,
  scriptWeight,
  weighPage,
} from '../api/testing/weigh-page.ts';
import { registerMember, type Site, signInAsOwner } from './support/site.ts';
import { expect, selectionsOf, test } from './support/whole-site.ts';

/** Number of pages that are measured at the same time. */
const AT_ONCE = 4;

const withoutErrors = readerPages.filter(({ status }) => status === undefined);
for (const { some, pages, tag } of selectionsOf(withoutErrors)) {
  test(`${some} pages stay within their weight budgets`, { tag }, async ({ browser, site }) => {
    const overweight: string[] = [];
    // Measures several pages at once, because most of the time is spent waiting for silence.
    for (let from = 0; from < pages.length; from += AT_ONCE) {
      const weights = pages
        .slice(from, from + AT_ONCE)
        .map(({ path }) => weighPage(browser, site.url, path));
      overweight.push(...(await Promise.all(weights)).flatMap(overweightOf));
    }
    expect(overweight).toEqual([]);
  });
}

/** Budget for the scripts of an article before use, without those of Astro, in bytes after gzip. */
const PLAIN_SCRIPTS = 4 * 1024;

test('the plain scripts of an article stay within their budget', { tag: '@topic' }, async ({
  browser,
  site,
}) => {
  const { beforeUse, plain } = scriptWeight(
    await weighPage(browser, site.url, '/blog/how-sqlite-keeps-a-promise'),
  );
  expect(plain).toBeLessThan(beforeUse);
  expect(plain).toBeLessThanOrEqual(PLAIN_SCRIPTS);
});

test('the first screen of an article arrives in the first round trip', { tag: '@topic' }, async ({
  request,
  site,
}) => {
  const html = await (await request.get(`${site.url}/blog/how-sqlite-keeps-a-promise`)).text();
  expect(measureFirstScreen(html).brotli).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
});

/** Budget for all scripts of an article before use by a member, who also needs the session and real-time events. */
const MEMBER_SCRIPTS = 18.25 * 1024;

test('the scripts of an article for a member stay within their budget', { tag: '@topic' }, async ({
  browser,
  page,
  site,
}) => {
  await registerMember(page, site, 'Wanda');
  const storageState = await page.context().storageState();
  const article = await weighPage(browser, site.url, '/blog/how-sqlite-keeps-a-promise', {
    storageState,
  });
  // Only members load the styles and the script of their own reactions.
  expect(article.assets.map(({ path }) => path)).toContainEqual(
    expect.stringContaining('own-reactions'),
  );
  expect(scriptWeight(article).beforeUse).toBeLessThanOrEqual(MEMBER_SCRIPTS);
});

/** Budget for all scripts of an article after a like, listening and a comment, in bytes after gzip. */
const SCRIPTS_AFTER_USE = 100 * 1024;

test('the scripts of an article after like, listen and comments stay within their budget', {
  tag: '@topic',
}, async ({ browser, site }) => {
  const article = await weighPage(browser, site.url, '/blog/how-sqlite-keeps-a-promise', {
    use: articleButtons,
  });
  const { beforeUse, afterUse } = scriptWeight(article);
  expect(afterUse).toBeGreaterThan(beforeUse);
  expect(afterUse).toBeLessThanOrEqual(SCRIPTS_AFTER_USE);
});

/** Budget for all scripts of a page for members or admins before use, in bytes after gzip. */
const APPLICATION_SCRIPTS = 120 * 1024;

const applications = adminPages.filter(({ path }) => !path.startsWith('/admin/blog/'));

/** Returns the pages whose scripts exceed the budget for a visitor who is signed in on `page`. */
async function findHeavyApplications(
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
    expect(await findHeavyApplications({ browser, page, site }, pages)).toEqual([]);
  });
}

/** Budget for all scripts of the editor before use, in bytes after gzip. */
const EDITOR_SCRIPTS = 334 * 1024;

test('the scripts of the editor stay within their budget and load only on its pages', {
  tag: '@verify',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  const scriptsOf = async (path: string) => {
    const scripts = new Map<string, Promise<Buffer>>();
    const recordScript = (response: Response) => {
      if (response.request().resourceType() === 'script')
        scripts.set(response.url(), response.body());
    };
    // Leaves the earlier page, whose requests must not count.
    await page.goto('about:blank');
    page.on('response', recordScript);
    // Only network silence shows that the page has loaded everything.
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    page.off('response', recordScript);
    return new Map(
      await Promise.all([...scripts].map(async ([url, body]) => [url, await body] as const)),
    );
  };
  const editor = await scriptsOf('/admin/blog/new');
  const editorScripts = [...editor]
    .filter(([, body]) => body.includes('cm-content'))
    .map(([url]) => url);
  expect(editorScripts.length).toBeGreaterThan(0);
  const bytes = [...editor.values()].reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeLessThanOrEqual(EDITOR_SCRIPTS);
  for (const path of ['/', '/admin/settings', '/blog/a-page-is-a-file']) {
    const loaded = await scriptsOf(path);
    expect([path, editorScripts.filter((url) => loaded.has(url))]).toEqual([path, []]);
  }
});
