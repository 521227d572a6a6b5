import { statSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { linksOfRelease } from './links.ts';
import { releaseFolder } from './release.ts';
import type { Site } from './site.ts';
import { expect, test } from './whole-site.ts';

const isFile = (site: Site, address: string) =>
  statSync(path.join(releaseFolder(site), address), { throwIfNoEntry: false })?.isFile() ?? false;

const hasFile = (site: Site, address: string) =>
  isFile(site, address) || isFile(site, `${address}/index.html`);

/** Whether an address that is no file is a route of the API, or another name of a file. */
async function isAnswered(
  request: APIRequestContext,
  site: Site,
  address: string,
): Promise<boolean> {
  const ask = (method: string) => request.fetch(address, { method, maxRedirects: 0 });
  const answer = await ask('GET');
  const target = answer.headers().location;
  if (target !== undefined) return hasFile(site, new URL(target, site.url).pathname);
  // One page stands for all members, and one for all products: the API knows which there are.
  const member = /^\/member\/([^/]+)$/.exec(address)?.[1];
  if (member) return (await request.get(`/api/user/${member}`)).ok();
  const product = /^\/admin\/shop\/edit_product\/([^/]+)$/.exec(address)?.[1];
  if (product) return (await request.get(`/api/products/${product}`)).ok();
  if (!address.startsWith('/api/')) return false;
  // Where forms go there is nothing to get.
  return answer.status() !== 404 || (await ask('POST')).status() !== 404;
}

/** What a fragment asks the page's script to do, where it is no place on the page. */
const wish = /^buy=[\w-]+$/;
/** Lead nowhere on purpose: they show what is said then. */
const demonstrations = ['/gamecorner/this-page', '/gamecorner/game/404'];

let read: ReturnType<typeof linksOfRelease> | undefined;
/** Reads the release once: nothing changes it. */
const readLinks = (site: Site) => {
  read ??= linksOfRelease(site);
  return read;
};
// Both tests in one worker.
test.describe.configure({ mode: 'default' });

async function brokenLinks(request: APIRequestContext, site: Site): Promise<string[]> {
  const { links, ids } = await readLinks(site);
  const known = new Map<string, boolean>();
  const broken = new Set<string>();
  for (const { path: address, anchor, from } of links) {
    if (demonstrations.includes(address)) continue;
    if (!known.has(address)) {
      known.set(address, hasFile(site, address) || (await isAnswered(request, site, address)));
    }
    const whole =
      known.get(address) && (anchor === '' || wish.test(anchor) || ids.has(`${address}#${anchor}`));
    if (!whole) broken.add(`${address}${anchor && `#${anchor}`} in ${from}`);
  }
  return [...broken];
}

test('every link, anchor, picture, script, feed and sitemap entry leads to something', {
  tag: '@verify',
}, async ({ site, request }) => {
  expect(await brokenLinks(request, site)).toEqual([]);
});

test('no link takes the detour over a redirect', { tag: '@verify' }, async ({ site, request }) => {
  const { links } = await readLinks(site);
  const pages = links.filter(
    ({ from, path: to }) => from.endsWith('.html') && !/^\/api\//.test(to),
  );
  const redirected: string[] = [];
  for (const address of new Set(pages.map(({ path: to }) => to))) {
    // Pictures, scripts and feeds; pages have other names.
    if (isFile(site, address) && !address.endsWith('.html')) continue;
    const answer = await request.get(encodeURI(address), { maxRedirects: 0 });
    if (answer.headers().location !== undefined) redirected.push(address);
  }
  expect(redirected).toEqual([]);
});
