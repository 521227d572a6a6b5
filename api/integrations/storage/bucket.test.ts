import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedSwift } from '../../testing/global-setup.ts';
import {
  type FaultyStore,
  type StoreFault,
  type Swift,
  startFaultyStore,
} from '../../testing/object-stores.ts';
import { type Bucket, type BucketOptions, type ConnectionOptions, openBucket } from './bucket.ts';
import { StorageError } from './storage-error.ts';

const CHUNK_BYTES = 65_536;
const quick = { pauseAfter: () => 1, chunkBytes: CHUNK_BYTES };

const read = (bucket: Bucket, name: string) => bucket.get(name).then(buffer);
const names = async (bucket: Bucket, prefix = '') =>
  (await Array.fromAsync(bucket.list(prefix))).map(({ name }) => name);
/** A busy machine may need longer than this, so that only tests of timeouts set it. */
const timeoutFor = (fault: StoreFault) => (fault === 'timeout' ? { timeoutMs: 1500 } : {});
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof StorageError) return error;
      throw error;
    },
  );

describe('a bucket of Swift', { tags: ['verify'] }, () => {
  let swift: Swift;
  let proxy: FaultyStore;
  let options: BucketOptions;
  let folder: string;
  let buckets = 0;
  const open = (more: Partial<BucketOptions & ConnectionOptions> = {}) =>
    openBucket({ ...options, endpoint: proxy.endpoint, ...more }, { ...quick, ...more });
  const writeFile = (bytes: Buffer) => {
    const file = path.join(folder, 'file');
    writeFileSync(file, bytes);
    return { file };
  };
  beforeAll(async () => {
    swift = await sharedSwift();
    proxy = await startFaultyStore(swift.endpoint);
    folder = mkdtempSync(path.join(os.tmpdir(), 'test-bucket-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await proxy.close();
  });
  beforeEach(async () => {
    Object.assign(proxy, { faults: [], constant: null, isConcerned: () => true, passed: [] });
    buckets += 1;
    options = await swift.createBucket(`bucket-${buckets}`);
  });

  it('ignores placeholders of folders, and deletes nothing without a name', async () => {
    const bucket = open({ prefix: 'site/' });
    const client = new AwsClient({
      accessKeyId: options.keys.id,
      secretAccessKey: options.keys.secret,
      service: 's3',
      region: options.region,
    });
    for (const key of ['site/', 'site/media/', 'site//twice', 'site/a//b']) {
      const url = `${options.endpoint}/${options.bucket}/${key}`;
      expect((await client.fetch(url, { method: 'PUT', body: '' })).ok).toBe(true);
    }
    expect(await names(bucket)).toEqual([]);
    await bucket.put('a', Buffer.from('a'));
    expect(await names(bucket)).toEqual(['a']);
    for (const one of [open(), bucket]) {
      await expect(one.delete('')).rejects.toThrow('no name');
      await expect(one.put('', Buffer.alloc(1))).rejects.toThrow('no name');
      await expect(one.get('')).rejects.toThrow('no name');
    }
    proxy.passed = proxy.passed.filter((line) => !line.startsWith('GET '));
    expect(proxy.passed).toEqual([`PUT /${options.bucket}/site/a`]);
  });

  it('stores, reads, lists and deletes objects of any name below its prefix', async () => {
    const whole = open();
    const bucket = open({ prefix: 'site/' });
    const odd = 'a b/ü+&<>"\'%41.txt';
    await bucket.put(odd, Buffer.from('hello'));
    await bucket.put('empty', Buffer.alloc(0));
    await bucket.put(odd, Buffer.from('hello again'));
    expect((await read(bucket, odd)).toString()).toBe('hello again');
    expect(await text(await bucket.get(odd, { start: 6, end: 8 }))).toBe('aga');
    expect((await read(bucket, 'empty')).length).toBe(0);
    expect(await names(bucket)).toEqual([odd, 'empty']);
    expect(await names(bucket, 'em')).toEqual(['empty']);
    expect(await names(whole)).toEqual([`site/${odd}`, 'site/empty']);
    expect((await bucket.head(odd))?.bytes).toBe(11);
    await bucket.delete(odd);
    await bucket.delete(odd);
    expect(await bucket.head(odd)).toBeNull();
    expect((await failureOf(bucket.get(odd)))?.failure).toBe('missing');
    await expect(bucket.put('../other', Buffer.alloc(1))).rejects.toThrow('no name');
  });

  it('lists more objects than fit into one response', async () => {
    const bucket = open();
    const wanted = Array.from({ length: 105 }, (_, index) => `n/${String(index).padStart(3, '0')}`);
    for (let start = 0; start < wanted.length; start += 40) {
      const some = wanted.slice(start, start + 40);
      await Promise.all(some.map((name) => bucket.put(name, Buffer.from(name))));
    }
    expect(await names(bucket)).toEqual(wanted);
  });

  it('sends content type and cache rule with a download by a signed URL', async () => {
    const bucket = open();
    const headers = { contentType: 'text/html; charset=utf-8', cacheControl: 'max-age=60' };
    await bucket.put('page', Buffer.from('<p>'), headers);
    const disposition = 'attachment; filename="a b.html"';
    const url = await bucket.sign('page', { seconds: 60, disposition });
    const response = await fetch(url, { headers: { range: 'bytes=0-1' } });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe('<p');
    expect(response.headers.get('content-disposition')).toBe(disposition);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect((await fetch(`${url}0`)).status).toBe(403);
    expect((await fetch(url.replace('page', 'other'))).status).toBe(403);
    expect(url).not.toContain(options.keys.secret);
  });

  it.each([0, 1, CHUNK_BYTES, CHUNK_BYTES + 1, 5 * CHUNK_BYTES + 7])(
    'stores a file of %i bytes and reads it back',
    async (size) => {
      const bytes = randomBytes(size);
      const bucket = open();
      await bucket.put('file', writeFile(bytes));
      expect((await read(bucket, 'file')).equals(bytes)).toBe(true);
      const sent = proxy.passed.filter((line) => line.includes('partNumber')).length;
      expect(sent).toBe(size > CHUNK_BYTES ? Math.ceil(size / CHUNK_BYTES) : 0);
      expect(await names(bucket)).toEqual(['file']);
    },
  );

  const passing: StoreFault[] = [
    ...(['timeout', 'reset', 'lost response', 'half of the request'] as const),
    ...(['other bytes', 'failure', 'throttled'] as const),
  ];
  it.each(passing)('stores a file in spite of: %s', async (fault) => {
    const bytes = randomBytes(3 * CHUNK_BYTES);
    const bucket = open(timeoutFor(fault));
    proxy.faults = [fault];
    await bucket.put('small', bytes.subarray(0, 100));
    for (const step of ['uploads=', 'partNumber=2', 'POST', 'HEAD']) {
      proxy.faults = [fault];
      proxy.isConcerned = (method, url) => `${method} ${url}`.includes(step);
      await bucket.put('large', writeFile(bytes));
      proxy.faults = [];
      expect((await read(bucket, 'large')).equals(bytes)).toBe(true);
    }
    expect((await read(bucket, 'small')).equals(bytes.subarray(0, 100))).toBe(true);
  });

  const passingReads: StoreFault[] = [
    ...passing.filter((fault) => fault !== 'other bytes'),
    'half of the response',
  ];
  it.each(passingReads)('reads in spite of: %s', async (fault) => {
    const bytes = randomBytes(3 * CHUNK_BYTES);
    const bucket = open(timeoutFor(fault));
    await bucket.put('large', writeFile(bytes));
    proxy.faults = [fault, fault];
    expect((await read(bucket, 'large')).equals(bytes)).toBe(true);
    proxy.faults = [fault];
    const range = { start: 10, end: CHUNK_BYTES };
    const part = await buffer(await bucket.get('large', range));
    expect(part.equals(bytes.subarray(10, CHUNK_BYTES + 1))).toBe(true);
    proxy.faults = [fault];
    expect(await names(bucket)).toEqual(['large']);
  });

  it('notices that an object is damaged', async () => {
    const bucket = open();
    await bucket.put('object', Buffer.from('content'));
    proxy.faults = ['other bytes'];
    expect((await failureOf(read(bucket, 'object')))?.failure).toBe('damaged');
  });

  it.each([
    ['failure', 'broken', 'has a failure (500 InternalError)'],
    ['throttled', 'busy', 'is overloaded (503 SlowDown)'],
    ['timeout', 'timeout', 'did not respond in time'],
    ['reset', 'unreachable', 'cannot be reached'],
    ['expired keys', 'denied', 'The keys have expired'],
    ['missing bucket', 'no-bucket', 'There is no bucket at'],
  ] as const)(
    'gives up after several attempts with an error: %s',
    async (fault, failure, message) => {
      const bucket = open(timeoutFor(fault));
      proxy.constant = fault;
      const error = await failureOf(bucket.put('object', Buffer.from('content')));
      expect(error?.failure).toBe(failure);
      expect(error?.message).toContain(message);
      expect(error?.message).toContain(`s3://${options.bucket}`);
      expect(error?.isTemporary).toBe(!['denied', 'no-bucket'].includes(failure));
      proxy.constant = null;
      expect(await names(open())).toEqual([]);
    },
  );

  it('tells wrong keys, a wrong region and a missing bucket apart', async () => {
    const put = (more: Partial<BucketOptions>) =>
      failureOf(open(more).put('object', Buffer.from('content'))).then((error) => error?.message);
    const { id, secret } = options.keys;
    expect(await put({ keys: { id, secret: 'wrong' } })).toContain('SECRET_ACCESS_KEY');
    expect(await put({ keys: { id: 'wrong', secret } })).toContain('STORAGE_ACCESS_KEY_ID');
    expect(await put({ region: 'eu-central-1' })).toContain('STORAGE_REGION');
    expect(await put({ bucket: 'no-such-bucket' })).toContain('create it');
    expect(await put({ endpoint: 'http://127.0.0.1:9' })).toContain('cannot be reached');
  });

  it('removes the chunks of a file that could not be stored', async () => {
    const bucket = open();
    proxy.faults = Array.from({ length: 20 }, () => 'failure' as const);
    proxy.isConcerned = (_method, url) => url.includes('partNumber=3');
    const error = await failureOf(bucket.put('large', writeFile(randomBytes(4 * CHUNK_BYTES))));
    expect(error?.failure).toBe('broken');
    expect(proxy.passed.at(-1)).toMatch(/^DELETE .*uploadId=/);
    expect(await names(bucket)).toEqual([]);
  });

  it('ends at once when the server stops', async () => {
    const controller = new AbortController();
    const bucket = open({ signal: controller.signal });
    proxy.constant = 'timeout';
    const call = failureOf(bucket.put('object', Buffer.from('content')));
    const listing = failureOf(names(bucket));
    controller.abort();
    expect((await call)?.failure).toBe('stopped');
    expect((await listing)?.failure).toBe('stopped');
  });
});
