import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { compressFile } from '../publisher/page-files.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { createPlainMarkdown, type IdlePublisher } from '../testing/fakes.ts';
import { listSiteFiles, startTestRelease } from '../testing/test-release.ts';
import { until } from '../testing/until.ts';

let test: TestApp;
let guest: Caller;
let folder: string;
let id: string;
let asset: string;
const markdown = 'word '.repeat(400);
beforeAll(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  guest = callerOf(test.app);
  const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  id = (await createByApi(admin, { title: 'Here', tags: 'css', markdown }))._id;
  await createByApi(admin, { title: 'Größe & Maß', markdown });
  await createByApi(admin, { title: 'Not yet', draft: true });
  folder = (await startTestRelease(test)).siteFolder;
  mkdirSync(path.join(test.context.config.dataFolder, 'uploads'), { recursive: true });
  writeFileSync(path.join(test.context.config.dataFolder, 'uploads', 'draft-1.webp'), 'picture');
  writeFileSync(path.join(folder, '.secret'), 'not to be found');
  asset = [...listSiteFiles(folder).keys()].find((name) => /^_assets\/.*\.js$/.test(name)) ?? '';
  return () => test.close();
});

describe('a URL', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/blog', 'text/html; charset=utf-8'],
    ['/blog/here', 'text/html; charset=utf-8'],
    ['/blog/here?utm_source=x', 'text/html; charset=utf-8'],
    ['/blog/gro%C3%9Fe-mas', null],
    ['/blog/grosse-mass', 'text/html; charset=utf-8'],
    ['/tag/css', 'text/html; charset=utf-8'],
    ['/blog/here.md', 'text/markdown; charset=utf-8'],
    ['/rss.xml', 'application/xml; charset=utf-8'],
    ['/feed.json', 'application/json; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/favicon.png', 'image/png'],
    ['/site.webmanifest', 'application/manifest+json'],
    ['/login', 'text/html; charset=utf-8'],
    ['/admin/blog/new', 'text/html; charset=utf-8'],
    ['/admin/blog/edit', 'text/html; charset=utf-8'],
    ['/admin/blog/edit/abc', 'text/html; charset=utf-8'],
    ['/media/draft-1.webp', 'image/webp'],
  ])('serves %s as %s', async (url, type) => {
    const response = await guest(`GET ${url}`);
    expect(response.statusCode).toBe(type === null ? 404 : 200);
    if (type !== null) expect(response.headers['content-type']).toBe(type);
  });

  it.each([
    ['/blog/', '/blog'],
    ['/blog//', '/blog'],
    ['/blog/here/?a=b&c', '/blog/here?a=b&c'],
    ['//', '/'],
    ['//evil.example/', '/evil.example'],
    ['/index.html', '/'],
    ['/blog/index.html?page=2', '/blog?page=2'],
    ['/index.html/', '/'],
    ['/nothing/', '/nothing'],
    ['/login/', '/login'],
    ['/history', '/shop/products/history'],
    ['/history/7', '/shop/products/history/7'],
    ['/cart', '/shop/cart'],
    ['/users', '/admin/users'],
    ['/uploads', '/admin/uploads'],
    ['/edit_article/abc', '/admin/blog/edit/abc'],
    ['/create_product', '/admin/shop/create_product'],
    ['/products?page=2', '/shop/products?page=2'],
    ['/category', '/admin/shop/categories'],
    ['/client', '/profile'],
    ['/gamecorner/game/31', '/gamecorner/game/9'],
  ])('redirects %s permanently to %s', async (url, target) => {
    const response = await guest(`GET ${url}`);
    expect([response.statusCode, response.headers.location]).toEqual([301, target]);
  });

  it('of an id leads to the article', async () => {
    const response = await guest(`GET /blog/${id}`);
    expect([response.statusCode, response.headers.location]).toEqual([301, '/blog/here']);
  });

  it.each([
    '/nothing',
    '/blog/nothing',
    '/blog/not-yet',
    '/blog/not-yet.md',
    '/tag/nothing',
    '/blog/here/index.html/x',
    '/favicon.svg/x',
    '/rss.xml/x',
    '/Blog',
    '/blog/page/1',
    '/blog/page/99',
    '/series/x',
    '/sitemap-9.xml',
    '/media/nothing.webp',
    `/${'x'.repeat(300)}`,
    `/blog/${'x'.repeat(2000)}`,
  ])('serves the 404 page for %s', async (url) => {
    const response = await guest(`GET ${url}`);
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-cache');
    // Below /blog/ it has no header and no footer, as the articles there.
    const file = url.startsWith('/blog/') ? 'no-such-article/index.html' : '404.html';
    expect(response.body).toBe(readFileSync(path.join(folder, file), 'utf8'));
  });

  it.each(['/api/nothing', '/api', '/api/'])('returns JSON for %s', async (url) => {
    const response = await guest(`GET ${url}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['slashes', '/'.repeat(15_800)],
    ['segments', `/${'x/'.repeat(3000)}y`],
    ['letters', `/${'x'.repeat(2048)}`],
    ['escapes that no text has', `/${'%c0'.repeat(1000)}`],
    ['letters below /api', `/api/${'x'.repeat(2048)}`],
  ])('of too many %s is rejected', async (_what, url) => {
    const response = await guest(`GET ${url}`);
    expect(response.statusCode).toBe(414);
    expect(response.json()).toEqual({ msg: 'This URL is too long.', code: 'URI_TOO_LONG' });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it('may have a long query', async () => {
    expect((await guest(`GET /?q=${'x'.repeat(4000)}`)).statusCode).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('rejects %s', async (method) => {
    const response = await guest(`${method} /blog/here`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('returns 503 before the first release', async () => {
    const publisher = test.context.publisher as IdlePublisher;
    const live = publisher.folder;
    publisher.folder = null;
    const response = await guest('GET /');
    publisher.folder = live;
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
  });
});

describe('traversal', () => {
  /** Sends the path unchanged over a socket, because HTTP clients resolve dots. */
  async function onTheWire(requestPath: string): Promise<{ status: number; body: string }> {
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path: requestPath }, (response) => {
        let body = '';
        response.setEncoding('latin1');
        response.on('data', (part: string) => {
          body += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  it.each([
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/%2e%2e%2f%2e%2e%2ftest.db',
    '/..%5c..%5c..%5cetc%5cpasswd',
    '/..\\..\\..\\etc\\passwd',
    '/%252e%252e/%252e%252e/etc/passwd',
    '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
    '/%e0%80%ae%e0%80%ae/etc/passwd',
    '/%uff0e%uff0e/etc/passwd',
    '/．．/．．/etc/passwd'.replaceAll('．', '%EF%BC%8E'),
    '/blog/..;/..;/etc/passwd',
    '/.%2e/build.json',
    '/../build/build.json',
    '/../build/server/entry.mjs',
    '/.secret',
    '/%2esecret',
    '/blog/.%2fhere',
    '/blog/here%00.html',
    '/%00',
    '/blog/here\u0001'.replace('\u0001', '%01'),
    '/blog/here%0d%0aSet-Cookie:%20x=1',
    '/index.html.br',
    '/blog/here/index.html.gz',
    '/media/..%2f..%2ftest.db',
    '/media/%2e%2e/test.db',
    '/.well-known/../.secret',
    '/.well-known/%2e%2e/.secret',
    '//etc/passwd',
    '//index.html//etc/passwd',
    '/blog//here',
    '/\\evil.example/',
    '/%',
    '/%zz',
    '/%ff%fe',
    '/C:/Windows/win.ini',
    '/proc/self/environ',
    '/~root',
    'file:///etc/passwd',
  ])('returns 404 for %s', async (requestPath) => {
    const { status, body } = await onTheWire(requestPath);
    expect([301, 400, 404]).toContain(status);
    expect(body).not.toMatch(/root:x:|not to be found|SQLite format|"files"|renderNow/);
  });
});

describe('a video', () => {
  it.each([
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=6-', 206, 'bytes 6-9/10', '6789'],
    ['bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=5-2', 200, undefined, '0123456789'],
    ['bytes=0-1,4-5', 200, undefined, '0123456789'],
    ['', 200, undefined, '0123456789'],
  ])('with Range %s returns %i', async (range, status, contentRange, body) => {
    writeFileSync(path.join(folder, 'film.webm'), '0123456789');
    const response = await test.app.inject({ url: '/film.webm', headers: { range } });
    expect([response.statusCode, response.headers['content-range'], response.body]).toEqual([
      status,
      contentRange,
      body,
    ]);
    expect(response.headers['content-type']).toBe('video/webm');
  });

  it('is sent as a whole if the range began with another file', async () => {
    writeFileSync(path.join(folder, 'changed.webm'), '0123456789');
    const get = (headers: Record<string, string>) =>
      test.app.inject({ url: '/changed.webm', headers: { range: 'bytes=6-', ...headers } });
    const etag = String((await get({})).headers.etag);
    expect((await get({ 'if-range': etag })).body).toBe('6789');
    const other = await get({ 'if-range': '"other"' });
    expect([other.statusCode, other.body]).toEqual([200, '0123456789']);
  });
});

describe('headers of a page', () => {
  it('require revalidation of pages, and cache files with a hash permanently', async () => {
    const cacheOf = async (url: string) => (await guest(`GET ${url}`)).headers['cache-control'];
    for (const url of ['/', '/blog/here', '/rss.xml', '/favicon.svg', '/blog/here.md']) {
      expect([url, await cacheOf(url)]).toEqual([url, 'public, max-age=0, must-revalidate']);
    }
    expect(await cacheOf(`/${asset}`)).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/media/draft-1.webp')).toBe('public, max-age=31536000, immutable');
  });

  it('contain its CSP and frame-ancestors', async () => {
    for (const url of ['/', '/blog/here', '/login', '/nothing', '/admin/blog/edit/x']) {
      const response = await guest(`GET ${url}`);
      const meta = /<meta http-equiv="content-security-policy" content="([^"]+)">/.exec(
        response.body,
      );
      const header = String(response.headers['content-security-policy']);
      const directives = (policy = '') =>
        policy
          .split(';')
          .map((part) => part.trim())
          .filter(Boolean);
      expect(directives(header)).toEqual([...directives(meta?.[1]), "frame-ancestors 'none'"]);
      expect(header).not.toMatch(/unsafe-|\*/);
      const own = new Set<string>();
      for (const [, code = ''] of response.body.matchAll(
        /<(?:script|style)(?![^>]*(?:src=|ld\+json|application\/json))[^>]*>([\s\S]+?)<\/(?:script|style)>/g,
      )) {
        const hash = `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
        own.add(hash);
        expect([url, code.slice(0, 60), header.includes(hash)]).toEqual([
          url,
          code.slice(0, 60),
          true,
        ]);
      }
      // Those of all other pages are of no concern to this one, and would weigh more than its text.
      for (const [hash] of header.matchAll(/'sha256-[^']+'/g)) {
        expect([url, hash, own.has(hash)]).toEqual([url, hash, true]);
      }
    }
  });

  it('include the headers of every response', async () => {
    const { headers } = await guest('GET /blog/here');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      vary: 'accept-encoding',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('are the same for HEAD, without a body', async () => {
    for (const url of ['/blog/here', '/nothing', '/rss.xml', '/blog/', '/film.webm']) {
      const got = await guest(`GET ${url}`);
      const head = await guest(`HEAD ${url}`);
      const { date: _one, ...expected } = got.headers;
      const { date: _other, ...found } = head.headers;
      expect([url, head.statusCode, head.body]).toEqual([url, got.statusCode, '']);
      expect(found).toEqual(expected);
    }
  });
});

describe('a compressed page', () => {
  const page = () => path.join(folder, 'blog/here/index.html');
  const get = (accept?: string, more = {}) =>
    guest('GET /blog/here', undefined, {
      ...(accept !== undefined && { 'accept-encoding': accept }),
      ...more,
    });

  beforeAll(async () => {
    await compressFile(page());
    // A page that was read before its precompressed copies existed is checked for them again after a second.
    await until(
      'the precompressed copy is served',
      async () => (await get('br')).headers['content-encoding'],
    );
  });

  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
    ['deflate', undefined],
    ['brotli', undefined],
  ])('is sent for Accept-Encoding %j as %s', async (accept, encoding) => {
    const response = await get(accept);
    expect(response.headers['content-encoding']).toBe(encoding);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    const body =
      encoding === undefined
        ? response.rawPayload
        : unpack[encoding as 'br' | 'gzip'](response.rawPayload);
    expect(body.equals(readFileSync(page()))).toBe(true);
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
  });

  it('has an ETag for each encoding, which returns 304', async () => {
    const tags = [];
    for (const accept of ['br', 'gzip', 'identity']) {
      const { headers } = await get(accept);
      tags.push(headers.etag);
      const again = await get(accept, { 'if-none-match': `"other", W/${headers.etag}` });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers.etag).toBe(headers.etag);
      expect(again.headers['cache-control']).toBe(headers['cache-control']);
      expect((await get(accept, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    }
    expect(new Set(tags).size).toBe(3);
    expect((await get('gzip', { 'if-none-match': `${tags[0]}` })).statusCode).toBe(200);
  });

  it('is updated immediately when the file is replaced', async () => {
    const before = readFileSync(page());
    await get('br');
    writeFileSync(page(), Buffer.from(before.toString().replace('<h1>Here', '<h1>There')));
    const later = new Date(Date.now() + 2000);
    utimesSync(page(), later, later);
    for (const accept of ['br', 'gzip', 'identity']) {
      const response = await get(accept);
      expect(response.headers['content-encoding']).toBeUndefined();
      expect(response.body).toContain('<h1>There');
    }
    rmSync(page());
    expect((await get('br')).statusCode).toBe(404);
  });
});
