import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { type Bucket, type BucketOptions, openBucket } from '../../integrations/storage/bucket.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';
import { sharedSwift } from '../../testing/global-setup.ts';
import { type FaultyStore, type Swift, startFaultyStore } from '../../testing/object-stores.ts';
import { openMigrated } from '../../testing/test-database.ts';

const run = promisify(execFile);
const PASSPHRASE = 'correct horse battery staple';

describe('backups in a bucket', { tags: ['verify'] }, () => {
  let swift: Swift;
  let proxy: FaultyStore;
  let options: BucketOptions;
  let bucket: Bucket;
  let folder: string;
  let data: string;
  let buckets = 0;
  beforeAll(async () => {
    swift = await sharedSwift();
    proxy = await startFaultyStore(swift.endpoint);
  });
  afterAll(async () => {
    await proxy.close();
  });
  beforeEach(async () => {
    Object.assign(proxy, { faults: [], constant: null, isConcerned: () => true, passed: [] });
    buckets += 1;
    options = await swift.createBucket(`backups-${buckets}`);
    bucket = openBucket(options, { pauseAfter: () => 1 });
    folder = mkdtempSync(path.join(os.tmpdir(), 'test-bucket-backup-'));
    data = path.join(folder, 'var');
    mkdirSync(path.join(data, 'uploads', 'products'), { recursive: true });
    mkdirSync(path.join(data, 'secrets'), { mode: 0o700 });
    writeFileSync(path.join(data, 'secrets', 'master.key'), 'key', { mode: 0o600 });
    writeFileSync(path.join(data, 'uploads', 'a.png'), 'picture');
    writeFileSync(path.join(data, 'uploads', 'products', 'b'), 'product');
    const database = openMigrated(path.join(data, 'site.db'));
    insertTestArticle(database, { authorId: insertTestUser(database).id, title: 'Kept' });
    database.close();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a command as the Makefile does. */
  const command = (name: 'backup' | 'restore', dataFolder: string, more: NodeJS.ProcessEnv = {}) =>
    run(process.execPath, ['--no-warnings', `api/commands/${name}.ts`], {
      env: {
        ...process.env,
        DATA_DIR: dataFolder,
        SEED: 'none',
        STORAGE: `s3://${options.bucket}/site`,
        STORAGE_ENDPOINT: proxy.endpoint,
        STORAGE_ACCESS_KEY_ID: options.keys.id,
        STORAGE_SECRET_ACCESS_KEY: options.keys.secret,
        BACKUP_KEY: PASSPHRASE,
        ...more,
      },
    });
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
  const names = async () => (await Array.fromAsync(bucket.list(''))).map(({ name }) => name);
  const archives = async () => (await names()).filter((name) => name.endsWith('.tar.gz.age'));

  it('are restored on another machine, with each upload stored once', async () => {
    const { stdout } = await command('backup', data);
    const [name = ''] = await archives();
    expect(stdout).toContain(`s3://${options.bucket}/${name} holds the database with 1 articles`);
    expect(stdout).toContain(`are in s3://${options.bucket}/site/backups/objects/.`);
    await command('backup', data);
    expect((await names()).filter((one) => one.includes('/objects/')).length).toBe(2);
    expect(await archives()).toHaveLength(2);
    const plain = [PASSPHRASE, 'picture', 'product'];
    for (const one of (await names()).filter((one) => !one.endsWith('.json'))) {
      const content = await Array.fromAsync(await bucket.get(one));
      expect(plain.filter((word) => Buffer.concat(content).includes(word))).toEqual([]);
    }

    const target = path.join(folder, 'restored');
    const FILE = `s3://${options.bucket}/${name}`;
    const restored = await command('restore', target, { FILE });
    expect(restored.stdout).toContain('1 articles');
    const database = openDatabase(path.join(target, 'site.db'), { readonly: true });
    expect(database.raw.prepare('SELECT title FROM articles').pluck().all()).toEqual(['Kept']);
    database.close();
    expect(readFileSync(path.join(target, 'uploads/a.png'), 'utf8')).toBe('picture');
    expect(readFileSync(path.join(target, 'uploads/products/b'), 'utf8')).toBe('product');
    expect(readFileSync(path.join(target, 'secrets/master.key'), 'utf8')).toBe('key');
  });

  it('are listed if the URL names none, and need the store', async () => {
    await command('backup', data);
    const [name = ''] = await archives();
    const target = path.join(folder, 'restored');
    const restore = (FILE: string, more = {}) =>
      refused(command('restore', target, { FILE, ...more }));
    for (const place of ['', '/site', '/site/backups/']) {
      const FILE = `s3://${options.bucket}${place}`;
      expect(await restore(FILE)).toContain(`s3://${options.bucket}/${name}`);
    }
    expect(await restore(`s3://${options.bucket}/other`)).toContain('There are no backups');
    expect(await restore('s3://no-such-bucket/site')).toContain('There is no bucket');
    const gone = `s3://${options.bucket}/site/backups/site-gone.tar.gz.age`;
    expect(await restore(gone)).toContain('There is no file');
    expect(await restore(gone, { STORAGE: '' })).toContain('Missing STORAGE');
    expect(readdirSync(target)).toEqual([]);
  });

  it('are not restored if they are damaged or the store fails, and nothing changes', async () => {
    await command('backup', data);
    const [name = ''] = await archives();
    const before = readdirSync(data).sort();
    const FILE = `s3://${options.bucket}/${name}`;
    const [object = ''] = (await names()).filter((one) => one.includes('/objects/'));
    const bytes = Buffer.concat(await Array.fromAsync(await bucket.get(object)));
    await bucket.put(object, bytes.subarray(0, -1));
    const damaged = /nothing was changed\. .* is damaged/;
    expect(await refused(command('restore', data, { FILE }))).toMatch(damaged);
    await bucket.delete(object);
    expect(await refused(command('restore', data, { FILE }))).toContain('There is no file');
    await bucket.put(object, bytes);
    proxy.constant = 'expired keys';
    expect(await refused(command('restore', data, { FILE }))).toContain('The keys have expired');
    expect(readdirSync(data).sort()).toEqual(before);
    proxy.constant = null;
    proxy.faults = ['reset', 'half of the response', 'failure'];
    await command('restore', data, { FILE });
  });

  it('fail with the reason, and leave no part behind that looks complete', async () => {
    const errors = [];
    for (const fault of ['failure', 'expired keys', 'missing bucket'] as const) {
      proxy.constant = fault;
      errors.push(await refused(command('backup', data)));
    }
    expect(errors).toEqual([
      expect.stringContaining('500 InternalError'),
      expect.stringContaining('The keys have expired'),
      expect.stringContaining('There is no bucket'),
    ]);
    proxy.constant = null;
    expect(await refused(command('backup', data, { BACKUP_KEY: '' }))).toContain('set BACKUP_KEY');
    expect(await names()).toEqual([]);
    expect(errors.join()).not.toContain(options.keys.secret);
    proxy.isConcerned = (_method, url) => !url.includes('.personal-site-owner-');
    proxy.faults = ['throttled', 'lost response', 'half of the request'];
    await command('backup', data);
    expect(await archives()).toHaveLength(1);
  });
});
