import { adminPages, readerPages } from '../api/testing/site-pages.ts';
import { validateHtml } from './support/html.ts';
import { releasePages } from './support/release.ts';
import { expect, test } from './support/whole-site.ts';

test('every page has header and footer except articles and the Game Corner', async ({ site }) => {
  const chrome = /<(?:header class="site-header|footer class="site-footer)"/g;
  // The 404 page of articles is below /blog/, too.
  const withoutChrome = /^\/(?:.*\/)?(?:blog\/|no-such-article)|gamecorner/;
  const kinds = new Set<boolean>();
  for (const { path, html } of await releasePages(site)) {
    if (/<meta http-equiv="refresh"/.test(html)) continue;
    kinds.add(withoutChrome.test(path));
    expect([path, html.match(chrome)?.length ?? 0]).toEqual([
      path,
      withoutChrome.test(path) ? 0 : 2,
    ]);
  }
  expect(kinds.size).toBe(2);
});

test('typical pages of the release are valid HTML', async ({ site }) => {
  const pages = await releasePages(site);
  const typical = [...readerPages, ...adminPages].flatMap((row) => (row.typical ? row.path : []));
  const typicalPages = pages.filter(({ path }) => typical.includes(path));
  expect(typicalPages.length).toBeGreaterThan(typical.length / 2);
  expect(await validateHtml(typicalPages)).toEqual([]);
});

test('every page of the release is valid HTML', { tag: '@verify' }, async ({ site }) => {
  expect(await validateHtml(await releasePages(site))).toEqual([]);
});
