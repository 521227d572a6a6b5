import { statSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { linksOfRelease, releaseFolder } from './support/release.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/whole-site.ts';

const isFile = (site: Site, pathname: string) =>
  statSync(path.join(releaseFolder(site), pathname), { throwIfNoEntry: false })?.isFile() ?? false;

const hasFile = (site: Site, pathname: string) =>
  isFile(site, pathname) || isFile(site, `${pathname}/index.html`);

/** Returns true if a path without a file is an API route or another name of a file. */
async function hasRoute(
  request: APIRequestContext,
  site: Site,
  pathname: string,
): Promise<boolean> {
  const send = (method: string) => request.fetch(pathname, { method, maxRedirects: 0 });
  const response = await send('GET');
  const target = response.headers().location;
  if (target !== undefined) return hasFile(site, new URL(target, site.url).pathname);
  // One shell page serves all members, and one serves all products; the API has the data.
  const member = /^\/member\/([^/]+)$/.exec(pathname)?.[1];
  if (member) return (await request.get(`/api/user/${member}`)).ok();
  const product = /^\/admin\/shop\/edit_product\/([^/]+)$/.exec(pathname)?.[1];
  if (product) return (await request.get(`/api/products/${product}`)).ok();
  if (!pathname.startsWith('/api/')) return false;
  // Targets of forms do not support GET.
  return response.status() !== 404 || (await send('POST')).status() !== 404;
}

/** Fragment that triggers a script instead of naming an element. */
const actionFragment = /^buy=[\w-]+$/;
/** Paths that demonstrate error pages. */
const errorPaths = ['/gamecorner/this-page', '/gamecorner/game/404'];

let read: ReturnType<typeof linksOfRelease> | undefined;
/** Reads the links of the release once, because read-only tests do not change it. */
const readLinks = (site: Site) => {
  read ??= linksOfRelease(site);
  return read;
};
// Runs both tests in one worker.
test.describe.configure({ mode: 'default' });

async function brokenLinks(request: APIRequestContext, site: Site): Promise<string[]> {
  const { links, ids } = await readLinks(site);
  const existsByPath = new Map<string, boolean>();
  const broken = new Set<string>();
  for (const { path: pathname, anchor, from } of links) {
    if (errorPaths.includes(pathname)) continue;
    if (!existsByPath.has(pathname)) {
      existsByPath.set(
        pathname,
        hasFile(site, pathname) || (await hasRoute(request, site, pathname)),
      );
    }
    const isValid =
      existsByPath.get(pathname) &&
      (anchor === '' || actionFragment.test(anchor) || ids.has(`${pathname}#${anchor}`));
    if (!isValid) broken.add(`${pathname}${anchor && `#${anchor}`} in ${from}`);
  }
  return [...broken];
}

test('every link, fragment, image, script, feed and sitemap entry has a target', {
  tag: '@verify',
}, async ({ site, request }) => {
  expect(await brokenLinks(request, site)).toEqual([]);
});

test('links need no redirects', { tag: '@verify' }, async ({ site, request }) => {
  const { links } = await readLinks(site);
  const pages = links.filter(
    ({ from, path: target }) => from.endsWith('.html') && !/^\/api\//.test(target),
  );
  const redirected: string[] = [];
  for (const pathname of new Set(pages.map(({ path: target }) => target))) {
    // Images, scripts and feeds may be redirected; pages have canonical names.
    if (isFile(site, pathname) && !pathname.endsWith('.html')) continue;
    const response = await request.get(encodeURI(pathname), { maxRedirects: 0 });
    if (response.headers().location !== undefined) redirected.push(pathname);
  }
  expect(redirected).toEqual([]);
});
