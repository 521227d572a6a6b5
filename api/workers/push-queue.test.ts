import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobListResponse } from '#contracts/job.ts';
import type { AppContext } from '../context.ts';
import { type Bucket, type BucketOptions, openBucket } from '../integrations/storage/bucket.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  signedInAs,
} from '../testing/api-caller.ts';
import { copyFolder } from '../testing/copy-folder.ts';
import { sharedSwift } from '../testing/global-setup.ts';
import {
  type FaultyStore,
  type StoreFault,
  type Swift,
  startFaultyStore,
} from '../testing/object-stores.ts';
import { emptySite, startTestSite, type TestSite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';

describe('the bucket of PUBLISH_TO', { tags: ['verify'] }, () => {
  let swift: Swift;
  let proxy: FaultyStore;
  let options: BucketOptions;
  let bucket: Bucket;
  /** Data folder of a stopped site whose release is in the bucket; what a test changes there is corrected. */
  let pushedSite: string | null = null;
  const sites: TestSite[] = [];
  beforeAll(async () => {
    swift = await sharedSwift();
    proxy = await startFaultyStore(swift.endpoint);
    options = await swift.createBucket('pushed-site');
    bucket = openBucket(options, { pauseAfter: () => 1 });
  });
  afterAll(async () => {
    if (pushedSite !== null) rmSync(pushedSite, { recursive: true });
    await proxy.close();
  });
  beforeEach(() => {
    Object.assign(proxy, { faults: [], constant: null, isConcerned: () => true, passed: [] });
  });
  afterEach(async () => {
    for (const site of sites.splice(0)) await site.close();
  });

  async function start(more: Parameters<typeof startTestSite>[0] = {}) {
    const copyOf = more.dataFolder === undefined ? (pushedSite ?? (await emptySite())) : undefined;
    const publishTo = { ...options, endpoint: proxy.endpoint };
    const site = await startTestSite({
      ...(copyOf !== undefined && { copyOf }),
      ...more,
      config: { publishTo, ...more.config },
    });
    sites.push(site);
    return { site, admin: callerOf(site.app, await signedInAs(site, { role: 'admin' })) };
  }

  /** Paths that a bucket has as those of a reader, with the files of the release. */
  function publicFiles(site: TestSite): Map<string, string> {
    const folder = site.siteFolder();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .filter((name) => !/^(?:\.|_headers|_redirects)|\.(?:br|gz)$/.test(name));
    return new Map(files.map((name) => [name.replace(/\/index\.html$/, ''), name]));
  }
  async function expectSame(site: TestSite): Promise<void> {
    const wanted = [...publicFiles(site)].map(([name, file]) => {
      const bytes = readFileSync(path.join(site.siteFolder(), file));
      // Swift's ETag of an object.
      return `${name} ${createHash('md5').update(bytes).digest('hex')}`;
    });
    const stored = (await Array.fromAsync(bucket.list('')))
      .filter(({ name }) => !name.startsWith('.personal-site'))
      .map(({ name, etag }) => `${name} ${etag}`);
    expect(stored.toSorted()).toEqual(wanted.toSorted());
  }
  const pushJobs = async (admin: Caller) => {
    const list: JobListResponse = (await admin('GET /api/admin/jobs?show=waiting')).json();
    return list.entries.filter(({ kind }) => kind === 'push');
  };
  const pending = (site: TestSite) =>
    site.context.database.raw
      .prepare("SELECT 1 FROM jobs WHERE kind = 'push' AND state IN ('queued', 'running') LIMIT 1")
      .get() !== undefined;
  const pushed = (site: TestSite) => until('everything is in the bucket', () => !pending(site));
  const sent = () =>
    proxy.passed
      .filter((line) => line.startsWith('PUT '))
      .map((line) => decodeURIComponent(line.slice(`PUT /${options.bucket}/`.length)));
  const page = (name: string, request?: RequestInit) => {
    const { id: accessKeyId, secret: secretAccessKey } = options.keys;
    const client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region: 'us-east-1',
    });
    return client.fetch(`${options.endpoint}/${options.bucket}/${encodeURI(name)}`, request);
  };

  it('has each file of a release under the path that readers ask for, assets first', async () => {
    const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'test-pushed-'));
    copyFolder(await emptySite(), dataFolder);
    const { site } = await start({ dataFolder });
    await site.settled();
    await expectSame(site);
    const order = sent().filter((name) => !name.startsWith('.personal-site'));
    const isAsset = (name: string) => /^(?:_assets|fonts)\//.test(name);
    const lastAsset = order.findLastIndex(isAsset);
    expect(
      order.findIndex((name) => ['about', 'blog', 'index.html'].includes(name)),
    ).toBeGreaterThan(lastAsset);
    const asset = order.find((name) => name.startsWith('_assets/')) ?? '';
    for (const [name, type, cache] of [
      ['about', 'text/html; charset=utf-8', 'public, max-age=0, must-revalidate'],
      ['index.html', 'text/html; charset=utf-8', 'public, max-age=0, must-revalidate'],
      ['404.html', 'text/html; charset=utf-8', 'public, max-age=0, must-revalidate'],
      ['rss.xml', 'application/xml; charset=utf-8', 'public, max-age=0, must-revalidate'],
      [asset, null, 'public, max-age=31536000, immutable'],
    ] as const) {
      const { status, headers } = await page(name);
      expect([name, status]).toEqual([name, 200]);
      if (type !== null) expect(headers.get('content-type')?.toLowerCase()).toBe(type);
      expect([name, headers.get('cache-control')]).toEqual([name, cache]);
    }
    await site.stop();
    pushedSite = dataFolder;
  });

  it('gets only what a change touches, the article before the lists', async () => {
    const { site, admin } = await start();
    const first = await createByApi(admin, { title: 'First', tags: ['css'] });
    await site.settled();
    await expectSame(site);
    proxy.passed = [];
    await createByApi(admin, { title: 'Second', tags: ['react'] });
    await site.settled();
    const names = sent();
    expect(names).toContain('blog/second');
    expect(names).not.toContain('tag/css');
    expect(names.filter((name) => name.startsWith('_assets/'))).toEqual([]);
    expect(names.length).toBeLessThan(25);
    expect(names.indexOf('blog/second')).toBeLessThan(names.indexOf('blog'));
    expect(names.indexOf('blog')).toBeLessThan(names.indexOf('rss.xml'));
    await expectSame(site);

    proxy.passed = [];
    await admin(`DELETE /api/articles/${first._id}`);
    await site.settled();
    expect(proxy.passed).toContain(`DELETE /${options.bucket}/blog/first`);
    const deletion = proxy.passed.indexOf(`DELETE /${options.bucket}/blog/first`);
    expect(proxy.passed.indexOf(`PUT /${options.bucket}/blog`)).toBeLessThan(deletion);
    await expectSame(site);
  });

  it('loses the image that an admin deletes', async () => {
    const { site, admin } = await start();
    const cover = await coverByApi(admin);
    await createByApi(admin, { title: 'With image', images: cover });
    await site.settled();
    const images = async () =>
      (await Array.fromAsync(bucket.list('media/'))).map(({ name }) => name);
    expect(await images()).toHaveLength(1);
    const { statusCode } = await admin('POST /api/destroy', { ...cover, used: true });
    expect(statusCode).toBe(200);
    await site.settled();
    expect(await images()).toEqual([]);
    await expectSame(site);
  });

  const outages: StoreFault[] = ['reset', 'failure', 'throttled', 'expired keys', 'missing bucket'];
  it.each(outages)('waits for the end of an outage, while the site goes on: %s', async (fault) => {
    const { site, admin } = await start();
    await pushed(site);
    proxy.constant = fault;
    for (const title of ['One', 'Two', 'Three']) await createByApi(admin, { title });
    const file = path.join(site.siteFolder(), 'blog/three/index.html');
    await until('the page is live', () => readFileSync(file, 'utf8').includes('Three'));
    const job = await until('the failure is shown', async () =>
      (await pushJobs(admin)).find(({ error }) => error !== null),
    );
    expect(job.error).toContain(`s3://${options.bucket}`);
    expect(job.error).not.toContain(options.keys.secret);
    expect(site.logged.join()).not.toContain(options.keys.secret);
    expect((await admin('GET /api/health')).statusCode).toBe(200);
    proxy.constant = null;
    await pushed(site);
    await site.settled();
    await expectSame(site);
  });

  it('gets what an earlier process left, and what others have changed in it', async () => {
    const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'test-pushed-'));
    copyFolder(pushedSite ?? (await emptySite()), dataFolder);
    const { site, admin } = await start({ dataFolder });
    await createByApi(admin, { title: 'Kept' });
    await site.settled();
    proxy.constant = 'timeout';
    await createByApi(admin, { title: 'Left' });
    await until('the page is live', () =>
      readFileSync(path.join(site.siteFolder(), 'blog/left/index.html'), 'utf8').includes('Left'),
    );
    await site.stop();
    // As after a kill between a file and its record.
    proxy.constant = null;
    await bucket.put('about', Buffer.from('changed by others'));
    // As consoles of stores create a folder.
    expect((await page('letters/', { method: 'PUT', body: '' })).ok).toBe(true);
    await bucket.put('blog/of-others', Buffer.from('of others'));
    await bucket.delete('blog/kept');
    const { site: next } = await start({ dataFolder });
    await next.settled();
    await expectSame(next);
    expect((await page('letters/', { method: 'DELETE' })).ok).toBe(true);
    await next.stop();
    rmSync(dataFolder, { recursive: true });
  });

  it('is left alone if it has files of others', async () => {
    const others = await swift.createBucket('pushed-by-others');
    const letters = openBucket(others, { pauseAfter: () => 1 });
    await letters.put('letters/1.txt', Buffer.from('a letter'));
    const publishTo = { ...others, endpoint: proxy.endpoint };
    const { admin } = await start({ config: { publishTo } });
    const job = await until('the failure is shown', async () =>
      (await pushJobs(admin)).find(({ error }) => error !== null),
    );
    expect(job.error).toContain('contains files that this site did not put there');
    expect(proxy.passed.filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  async function startCdn(statusOf: () => number = () => 200) {
    const received: { authorization: string | undefined; body: string }[] = [];
    const cdn = createServer(async (request, reply) => {
      received.push({ authorization: request.headers.authorization, body: await text(request) });
      reply.writeHead(statusOf()).end();
    }).listen(0, '127.0.0.1');
    await until('the cache listens', () => cdn.listening);
    const url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`;
    return { received, options: { url, token: 'purge-token' }, close: () => cdn.close() };
  }

  it('is left alone if it is that of another site, until its marker is deleted', async () => {
    const { site } = await start();
    await pushed(site);
    await site.stop();
    const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'test-other-'));
    copyFolder(await emptySite(), dataFolder);
    const prepare = ({ database }: Pick<AppContext, 'database'>) =>
      void database.raw.exec("UPDATE settings SET value = '\"other\"' WHERE key = 'site_id'");
    proxy.passed = [];
    const { site: other, admin } = await start({ dataFolder, prepare });
    const job = await until('the failure is shown', async () =>
      (await pushJobs(admin)).find(({ error }) => error !== null),
    );
    expect(job.error).toContain(`s3://${options.bucket} contains the pages of another site`);
    expect(proxy.passed.filter((line) => !line.startsWith('GET '))).toEqual([]);
    const deleteMarkers = async () => {
      for await (const { name } of bucket.list('.personal-site-owner-')) await bucket.delete(name);
    };
    await deleteMarkers();
    await pushed(other);
    await expectSame(other);
    await other.stop();
    rmSync(dataFolder, { recursive: true });
    await deleteMarkers();
  });

  it('is stored in spite of single faults, and the cache of the CDN is purged', async () => {
    let failures = 2;
    const cdn = await startCdn(() => (failures-- > 0 ? 500 : 200));
    const receivedRequests = cdn.received;
    const { site, admin } = await start({ config: { cdnPurge: cdn.options } });
    await site.settled();
    const { siteUrl } = site.context.config;
    receivedRequests.length = 0;
    failures = 1;
    proxy.faults = ['lost response', 'half of the request', 'other bytes', 'throttled', 'reset'];
    await createByApi(admin, { title: 'Purged' });
    await site.settled();
    await expectSame(site);
    expect(
      receivedRequests.every(({ authorization }) => authorization === 'Bearer purge-token'),
    ).toBe(true);
    const bodies = receivedRequests.map(({ body }) => JSON.parse(body));
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.at(-1).files).toContain(`${siteUrl}/blog`);
    const purged = bodies.slice(1).flatMap(({ files }) => files);
    expect(purged).toContain(`${siteUrl}/blog/purged`);
    expect(purged).toContain(`${siteUrl}/`);
    cdn.close();
  });

  it('purges also what an interrupted copy has changed', async () => {
    const cdn = await startCdn();
    const { site, admin } = await start({ config: { cdnPurge: cdn.options } });
    await site.settled();
    const { siteUrl } = site.context.config;
    cdn.received.length = 0;
    proxy.constant = 'failure';
    await createByApi(admin, { title: 'Interrupted' });
    const attempts = async () => (await pushJobs(admin))[0]?.attempts ?? 0;
    await until('the copy has failed', async () => (await attempts()) > 0);
    // Those of the lists, too: the next copy then has both, and is interrupted between them.
    await until('all changes wait for the bucket', () => {
      const others = "kind <> 'push' AND state IN ('queued', 'running')";
      const { raw } = site.context.database;
      return raw.prepare(`SELECT 1 FROM jobs WHERE ${others} LIMIT 1`).get() === undefined;
    });
    const list = `/${options.bucket}/blog`;
    proxy.isConcerned = (_method, url) => url === list;
    proxy.faults = Array(100).fill('failure');
    proxy.constant = null;
    await until('the copy of the list fails', () => proxy.faults.length < 100);
    const interrupted = await attempts();
    await until('the copy is attempted again', async () => (await attempts()) > interrupted);
    expect(proxy.passed).toContain(`PUT ${list}/interrupted`);
    expect(cdn.received).toEqual([]);
    proxy.faults = [];
    await site.settled();
    const purged = cdn.received.flatMap(({ body }) => JSON.parse(body).files);
    expect(purged).toContain(`${siteUrl}/blog/interrupted`);
    expect(purged).toContain(`${siteUrl}/blog`);
    cdn.close();
  });
});
