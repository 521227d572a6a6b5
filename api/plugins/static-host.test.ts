import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliases, type BuiltPage, PAGE_LIST_PATH } from '#contracts/site-routes.ts';
import { FRAME_POLICY, usualHeaders } from '../publisher/site-headers.ts';
import { seedDemo } from '../services/seed/seed.ts';
import { callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp } from '../testing/build-test-app.ts';
import { createPlainMarkdown } from '../testing/fakes.ts';
import { startBareHost, startCaddy, startNginx, startRulesHost } from '../testing/file-hosts.ts';
import { adminPages, readerPages } from '../testing/site-pages.ts';
import { pagerLinks, startTestRelease } from '../testing/test-release.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';

const addressesIn = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? ''));

it('a static host serves every page, list, feed, image and redirect', {
  tags: ['topic'],
}, async () => {
  const test = await buildTestApp({ markdown: createPlainMarkdown() });
  const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  for (let number = 0; number < 40; number += 1) {
    const more = number % 2 ? { tags: 'Ünï,css', series: 'Größe' } : {};
    await createByApi(admin, { title: `日本 Article ${number}`, ...more });
  }
  const moved = await createByApi(admin, { title: 'Old' });
  await admin(`PUT /api/articles/${moved._id}`, { slug: 'new' });
  const { siteFolder } = await startTestRelease(test);
  const host = await startBareHost({ folder: siteFolder, api: 'http://127.0.0.1:1' });
  const problems: string[] = [];
  const read = async (pagePath: string): Promise<string> => {
    const response = await fetch(host.url + pagePath);
    if (!response.ok) problems.push(`${response.status} ${pagePath}`);
    return response.text();
  };

  const shards = addressesIn(await read('/sitemap.xml'));
  expect(shards.map((shard) => shard.pathname)).toEqual(['/sitemap-pages.xml', '/sitemap-0.xml']);
  const pages = new Set<string>();
  for (const shard of shards) {
    for (const page of addressesIn(await read(shard.pathname))) pages.add(page.pathname);
  }
  const built: BuiltPage[] = JSON.parse(await read(PAGE_LIST_PATH));
  const listed = built.filter((page) => page.listed);
  expect(listed.map((page) => page.path)).toEqual(
    expect.arrayContaining(['/about', '/contact', '/project', '/project/1', '/resume', '/tools']),
  );
  // First pages of blog and shop, pages without content of the database, two tags, a series, and the articles.
  expect(pages.size).toBe(4 + listed.length + 3 + 41);
  for (let list: string | null = '/blog'; list; list = pagerLinks(await read(list)).older) {
    pages.add(list);
  }
  const linked = new Set<string>();
  for (const page of pages) {
    const html = await read(page);
    expect([page, html.includes('</body></html>')]).toEqual([page, true]);
    // Scripts copy templates, whose links have no URL yet.
    const shown = html.replaceAll(/<template.*?<\/template>/gs, '');
    for (const [, target = ''] of shown.matchAll(/ (?:href|src)="(\/[^"#?]*)/g)) linked.add(target);
  }
  // The Game Corner links to pages that are missing on purpose.
  const missing = ['/gamecorner/this-page', '/gamecorner/game/404'];
  // The sample profile links to the sample articles, which this database does not have.
  const profile = readdirSync('content/profile').map((name) =>
    readFileSync(path.join('content/profile', name), 'utf8'),
  );
  const sample = (pagePath: string) => profile.some((text) => text.includes(`"${pagePath}"`));
  for (const pagePath of linked) {
    if (!missing.includes(pagePath) && !(/^\/(blog|series)\//.test(pagePath) && sample(pagePath))) {
      await read(pagePath);
    }
  }
  for (const feed of ['/rss.xml', '/atom.xml', '/feed.json', '/robots.txt']) await read(feed);
  expect(await read('/blog/old')).toContain('content="0; url=/blog/new"');
  expect(await read(`/blog/${moved._id}`)).toContain('content="0; url=/blog/new"');
  expect(problems).toEqual([]);
  await host.close();
  await test.close();
});

/** Paths of the specification that no file has by its name, and paths that try to break out. */
const withIds = [
  '/history/6f1c?from=mail',
  '/history/a%20b',
  '/history/a%0D%0Aset-cookie:%20x',
  '/edit_article/6f1c',
  '/admin/blog/edit/6f1c',
  '/admin/shop/edit_product/6f1c',
  '/admin/shop/orders/6f1c',
  '/shop/products/history/6f1c',
  '/member/6f1c',
  '/member/J%C3%B6rg%20B',
];
const unusual = [
  '/about/?q=1',
  '/about/index.html',
  '/index.html',
  '/member/',
  '/blog/',
  '//example.org/',
  '//example.org/index.html',
  '/.host/nginx.conf',
  '/about/index.html.br',
  '/gamecorner/game/',
  '/blog/no%20such',
];
const files = [
  '/robots.txt',
  '/sitemap.xml',
  '/rss.xml',
  '/feed.json',
  '/site.webmanifest',
  '/favicon.svg',
  '/resume.pdf',
  '/blog/how-sqlite-keeps-a-promise.md',
];

/** Parts of a response that a reader notices. */
interface Seen {
  path: string;
  status: number;
  location: string | null;
  body: string;
  headers: Record<string, string | null>;
  /** True if the page refuses to be framed; null for other files. */
  unframed: boolean | null;
}

const comparedHeaders = [
  ...Object.keys(usualHeaders({ siteUrl: 'http://localhost' })),
  'cache-control',
  'content-type',
];

async function see(origin: string, path: string): Promise<Seen> {
  const response = await fetch(origin + path, { redirect: 'manual' });
  const { status, headers } = response;
  const location = headers.get('location');
  const body = await response.text();
  const policy = headers.get('content-security-policy');
  return {
    path,
    status,
    location,
    // Hosts have their own pages behind a redirect, which no browser shows.
    body: location ? '' : body,
    headers: location
      ? {}
      : Object.fromEntries(comparedHeaders.map((name) => [name, headers.get(name)])),
    unframed: body.startsWith('<!') && !location ? (policy?.includes(FRAME_POLICY) ?? false) : null,
  };
}

describe('the release of the demo site', { tags: ['verify'] }, () => {
  let site: TestSite;
  let origin: string;
  let hosted: { folder: string; api: string };
  const ownPaths = [...readerPages, ...adminPages].map(({ path }) => path);
  const paths = [...new Set([...ownPaths, ...aliases.map(({ from }) => from), ...withIds])].filter(
    (path) => !path.endsWith(':id'),
  );
  beforeAll(async () => {
    site = await startTestSite({
      config: { seed: 'demo' },
      prepare: (context) => seedDemo({ ...context, publisher: { wake: () => undefined } }),
    });
    await site.settled();
    origin = await site.listen();
    hosted = { folder: path.join(site.dataFolder, 'live'), api: origin };
  });
  afterAll(() => site.close());

  it.each([
    ['nginx', startNginx],
    ['Caddy', startCaddy],
  ] as const)('is served by %s as by our server', async (_name, start) => {
    const host = await start(hosted);
    const [asset = ''] = readdirSync(path.join(hosted.folder, '_assets'));
    for (const requestPath of [...paths, ...unusual, ...files, `/_assets/${asset}`]) {
      expect(await see(host.url, requestPath)).toEqual(await see(origin, requestPath));
    }
    for (const requestPath of ['/api/health', '/api/docs/', '/preview/none', '/media/none.png']) {
      expect([requestPath, (await see(host.url, requestPath)).status]).toEqual([
        requestPath,
        (await see(origin, requestPath)).status,
      ]);
    }
    const packed = await fetch(`${host.url}/about`, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    await host.close();
  });

  it('is served by a host with _headers and _redirects like by this server', async () => {
    const host = await startRulesHost(hosted);
    for (const requestPath of paths) {
      const [seen, wanted] = await Promise.all([
        see(host.url, requestPath),
        see(origin, requestPath),
      ]);
      for (const one of [seen, wanted]) {
        delete one.headers['cache-control'];
        delete one.headers['content-type'];
      }
      expect(seen).toEqual(wanted);
    }
    const [asset = ''] = readdirSync(path.join(hosted.folder, '_assets'));
    const { headers } = await see(host.url, `/_assets/${asset}`);
    expect(headers['cache-control']).toContain('immutable');
    await host.close();
  });

  it('has a response for every path on a static host', async () => {
    const host = await startBareHost(hosted);
    const missing = readFileSync(path.join(hosted.folder, '404.html'), 'utf8');
    const hasFile = (plain: string) =>
      [plain, `${plain}/index.html`].some((name) =>
        statSync(path.join(hosted.folder, name), { throwIfNoEntry: false })?.isFile(),
      );
    for (const requestPath of paths) {
      const [seen, wanted] = await Promise.all([
        see(host.url, requestPath),
        see(origin, requestPath),
      ]);
      const redirect = `content="0; url=${wanted.location}"`;
      const [plain = ''] = requestPath.split('?');
      // The scripts of the 404 page open the right one: e2e/static-host.test.ts.
      if (!hasFile(plain))
        expect([requestPath, seen.body === missing]).toEqual([requestPath, true]);
      else if (wanted.location) expect(seen.body).toContain(redirect);
      else expect([requestPath, seen.body === wanted.body]).toEqual([requestPath, true]);
    }
    await host.close();
  });
});
