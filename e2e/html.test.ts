import { complaintsOf } from './html.ts';
import { releasePages } from './release.ts';
import { expect, test } from './whole-site.ts';

test('header and footer stand on every page but those of articles and of the corner', async ({
  site,
}) => {
  const chrome = /<(?:header class="site-header|footer class="site-footer)"/g;
  // The page of an article that is not there answers below /blog/.
  const hidden = /^\/(?:.*\/)?(?:blog\/|no-such-article)|gamecorner/;
  const kinds = new Set<boolean>();
  for (const { path, html } of await releasePages(site)) {
    if (/<meta http-equiv="refresh"/.test(html)) continue;
    kinds.add(hidden.test(path));
    expect([path, html.match(chrome)?.length ?? 0]).toEqual([path, hidden.test(path) ? 0 : 2]);
  }
  expect(kinds.size).toBe(2);
});

test('every page of the release is valid HTML', async ({ site }) => {
  expect(await complaintsOf(await releasePages(site))).toEqual([]);
});
