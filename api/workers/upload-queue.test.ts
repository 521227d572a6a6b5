import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobListEntry, JobListResponse } from '#contracts/job.ts';
import type { LibraryItem } from '#contracts/library.ts';
import type { CheckResult } from '#contracts/status.ts';
import { readConfig } from '../config.ts';
import { type AppContext, systemClock } from '../context.ts';
import { type Bucket, type BucketOptions, openBucket } from '../integrations/storage/bucket.ts';
import { createReporting } from '../log.ts';
import { createBackupFile, storeBackup } from '../services/backup/make-backup.ts';
import { findBackup, restoreBackup } from '../services/backup/restore-backup.ts';
import { writeSiteExport } from '../services/site-export/write-export.ts';
import { startSite } from '../start-site.ts';
import { type Caller, callerOf, coverByApi, signedInAs } from '../testing/api-caller.ts';
import { copyFolder } from '../testing/copy-folder.ts';
import { sharedMarkdown } from '../testing/fakes.ts';
import { sharedSwift } from '../testing/global-setup.ts';
import {
  type FaultyStore,
  type StoreFault,
  type Swift,
  startFaultyStore,
} from '../testing/object-stores.ts';
import { sampleByApi, uploadFileByApi, uploadImageByApi } from '../testing/products.ts';
import { emptySite, startTestSite, type TestSite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';
import { pixelPng, uploadForm } from '../testing/upload-form.ts';

const PASSPHRASE = 'correct horse battery staple';
// Larger than one chunk, so that it is stored in several.
const game = randomBytes(9 * 1_048_576);

describe('the bucket of STORAGE', { tags: ['verify'] }, () => {
  let swift: Swift;
  let proxy: FaultyStore;
  let storage: BucketOptions;
  let bucket: Bucket;
  let folder: string;
  let buckets = 0;
  const sites: TestSite[] = [];
  beforeAll(async () => {
    swift = await sharedSwift();
    proxy = await startFaultyStore(swift.endpoint);
    folder = mkdtempSync(path.join(os.tmpdir(), 'test-storage-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await proxy.close();
  });
  beforeEach(async () => {
    Object.assign(proxy, { faults: [], constant: null, isConcerned: () => true, passed: [] });
    buckets += 1;
    const options = await swift.createBucket(`storage-${buckets}`);
    storage = { ...options, endpoint: proxy.endpoint, prefix: 'site/' };
    bucket = openBucket(options, { pauseAfter: () => 1 });
  });
  afterEach(async () => {
    for (const site of sites.splice(0)) await site.close();
  });

  async function start(options: Parameters<typeof startTestSite>[0] = {}) {
    const copyOf = options.dataFolder === undefined ? { copyOf: await emptySite() } : {};
    const site = await startTestSite({ ...copyOf, config: { storage }, ...options });
    sites.push(site);
    const admin = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
    return { site, admin };
  }
  const allNames = async () =>
    (await Array.fromAsync(bucket.list(''))).map(({ name }) => name).sort();
  const isMarker = (name: string) => name.includes('.personal-site-owner-');
  const names = async () => (await allNames()).filter((name) => !isMarker(name));
  const read = async (name: string) => buffer(await bucket.get(name));
  const uploads = ({ dataFolder }: Pick<TestSite, 'dataFolder'>, ...more: string[]) =>
    path.join(dataFolder, 'uploads', ...more);
  const isOnDisk = (site: Pick<TestSite, 'dataFolder'>, file: string) =>
    existsSync(uploads(site, 'products', file));
  const hasObject = async (file: string) =>
    (await names()).includes(`site/uploads/products/${file}`);
  const waiting = async (admin: Caller): Promise<JobListEntry[]> => {
    const list: JobListResponse = (await admin('GET /api/admin/jobs?show=waiting')).json();
    return list.entries.filter(({ kind }) => kind === 'store');
  };
  const failure = (admin: Caller) =>
    until('the failure is shown', async () =>
      (await waiting(admin)).find(({ error }) => error !== null),
    );

  /** Sells a product with a file to a new member. @returns the member's call, the name of the file and its version */
  async function sell(site: TestSite, admin: Caller, bytes = game) {
    const file = await uploadFileByApi(admin, 'Läufer 1.zip', bytes);
    const product = await sampleByApi(site, admin, { files: [{ upload: file }] });
    const member = callerOf(site.app, await signedInAs(site));
    await member('POST /api/cart', { product: product._id });
    const { paymentID } = (
      await member('POST /api/checkout', { terms: true, immediate: true })
    ).json();
    await member(`POST /api/demo-payments/${paymentID}`, { choice: 'approve' });
    const paid = await member('POST /api/payment', { paymentID });
    expect(paid.json().order).toMatchObject({ status: 'paid' });
    const [item]: LibraryItem[] = (await member('GET /api/library')).json().result;
    return { member, file, version: item?.files[0]?.versions[0]?._id ?? '' };
  }
  const download = async (
    member: Caller,
    version: string,
    headers: Record<string, string> = {},
  ) => {
    const { url } = (await member('POST /api/library/links', { version })).json();
    return member(`GET ${url}`, undefined, headers);
  };

  it('has product files, which leave the disk and are downloaded by signed URLs', async () => {
    const { site, admin } = await start();
    const { member, file, version } = await sell(site, admin);
    await site.settled();
    expect(isOnDisk(site, file)).toBe(false);
    expect((await read(`site/uploads/products/${file}`)).equals(game)).toBe(true);
    expect(proxy.passed.filter((line) => line.includes('partNumber')).length).toBe(2);

    const response = await download(member, version);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([
      302,
      'private, no-store',
    ]);
    const url = String(response.headers.location);
    expect(url).not.toContain(storage.keys.secret);
    const downloaded = await fetch(url);
    expect(Buffer.from(await downloaded.arrayBuffer()).equals(game)).toBe(true);
    expect(downloaded.headers.get('content-disposition')).toContain("filename*=UTF-8''L%C3%A4ufer");
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(game.subarray(10, 20))).toBe(true);
    expect((await fetch(url.replace(/\?.*/, ''))).ok).toBe(false);
    // Ten files a day; a range counts as its bytes.
    const half = { range: `bytes=0-${game.length / 2 - 1}` };
    for (let count = 2; count <= 10; count += 1) {
      expect((await download(member, version, half)).statusCode).toBe(302);
      expect((await download(member, version, half)).statusCode).toBe(302);
    }
    const refused = await member('POST /api/library/links', { version });
    expect(refused.json().code).toBe('DOWNLOAD_LIMIT_REACHED');
  });

  it('has images and profile pictures, which stay on the disk for releases', async () => {
    const { site, admin } = await start();
    const cover = await coverByApi(admin);
    const { body, headers } = uploadForm([{ bytes: pixelPng, name: 'me.png' }]);
    const person = await admin('POST /api/upload?folder=avatars', body, headers);
    expect(person.statusCode).toBe(201);
    await site.settled();
    const stored = await names();
    const [image = ''] = readdirSync(uploads(site)).filter((name) => name.includes('.'));
    expect(stored).toContain(`site/uploads/${image}`);
    expect(stored.filter((name) => name.startsWith('site/uploads/avatars/')).length).toBe(6);
    expect((await read(`site/uploads/${image}`)).equals(readFileSync(uploads(site, image)))).toBe(
      true,
    );

    await admin('POST /api/destroy', cover);
    await admin('POST /api/destroy', { public_id: person.json().result.public_id });
    await site.settled();
    expect(await names()).toEqual([]);
  });

  const outages: StoreFault[] = ['reset', 'failure', 'throttled', 'expired keys', 'missing bucket'];
  it.each(outages)('gets waiting uploads after an outage: %s', async (fault) => {
    const { site, admin } = await start();
    await site.settled();
    proxy.constant = fault;
    const { member, file, version } = await sell(site, admin, randomBytes(1000));
    const job = await failure(admin);
    expect(job).toMatchObject({ canCancel: false, source: 'publishing' });
    expect(job.error).toContain(`s3://${storage.bucket}`);
    expect(job.error).not.toContain(storage.keys.secret);
    expect(site.logged.join()).not.toContain(storage.keys.secret);
    // The disk has the file until the store has it.
    expect((await download(member, version)).statusCode).toBe(200);
    expect((await admin('GET /api/health')).statusCode).toBe(200);
    proxy.constant = null;
    await site.settled();
    expect(isOnDisk(site, file)).toBe(false);
    expect((await download(member, version)).statusCode).toBe(302);
  });

  it('gets uploads in spite of single faults', async () => {
    const { site, admin } = await start();
    await site.settled();
    proxy.isConcerned = (_method, url) => !url.includes('.personal-site-owner-');
    proxy.faults = ['lost response', 'half of the request', 'other bytes', 'throttled', 'reset'];
    const { member, version } = await sell(site, admin);
    await site.settled();
    const response = await fetch(String((await download(member, version)).headers.location));
    expect(Buffer.from(await response.arrayBuffer()).equals(game)).toBe(true);
  });

  it('warns admins when uploads have waited for a while', async () => {
    const { site, admin } = await start();
    await site.settled();
    proxy.constant = 'failure';
    await uploadImageByApi(admin);
    await failure(admin);
    const { raw } = site.context.database;
    raw.prepare("UPDATE jobs SET created_at = created_at - 960000 WHERE kind = 'store'").run();
    const warnings: CheckResult[] = (await admin('GET /api/ready')).json().checks;
    const warning = warnings.find(({ name }) => name === 'bucket-copies');
    expect(warning?.state).toBe('warning');
    expect(warning?.msg).toMatch(/^Uploads have waited for a bucket for 16 minutes: .*500/);
  });

  it('is left alone by the trial of an upgrade, whose database is discarded', async () => {
    const dataFolder = path.join(folder, `tried-${buckets}`);
    copyFolder(await emptySite(), dataFolder);
    const { site, admin } = await start({ dataFolder });
    await site.settled();
    proxy.constant = 'failure';
    const { file } = await sell(site, admin, randomBytes(1000));
    await failure(admin);
    const { buildFolder } = site.context.config;
    await site.stop();
    proxy.constant = null;
    const stored = await allNames();
    const command = path.join(import.meta.dirname, '..', 'commands', 'try-start.ts');
    await promisify(execFile)(process.execPath, ['--no-warnings', command], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataFolder,
        BUILD_DIR: buildFolder,
        STORAGE: `s3://${storage.bucket}/site`,
        STORAGE_ENDPOINT: storage.endpoint,
        STORAGE_ACCESS_KEY_ID: storage.keys.id,
        STORAGE_SECRET_ACCESS_KEY: storage.keys.secret,
        MAKE_PICTURES: 'false',
      },
    });
    expect(isOnDisk({ dataFolder }, file)).toBe(true);
    expect(await allNames()).toEqual(stored);
  });

  it('never gets a file that was damaged on the disk, which stays there', async () => {
    const { site, admin } = await start();
    await site.settled();
    proxy.constant = 'failure';
    const { file } = await sell(site, admin, randomBytes(1000));
    await failure(admin);
    writeFileSync(uploads(site, 'products', file), 'damaged');
    proxy.constant = null;
    await site.settled();
    expect(isOnDisk(site, file)).toBe(true);
    expect(await hasObject(file)).toBe(false);
    expect(site.logged.join()).toContain(`uploads/products/${file} is damaged`);
  });

  it('gets the uploads of an earlier time, and those that others have deleted from it', async () => {
    const dataFolder = path.join(folder, `kept-${buckets}`);
    mkdirSync(dataFolder);
    const { site, admin } = await start({ dataFolder, config: {} });
    const { member, file, version } = await sell(site, admin, randomBytes(1000));
    expect((await download(member, version)).statusCode).toBe(200);
    await site.settled();
    expect(await names()).toEqual([]);
    await site.stop();
    const { site: next } = await start({ dataFolder });
    await next.settled();
    const stored = await names();
    expect(await hasObject(file)).toBe(true);
    expect(isOnDisk(next, file)).toBe(false);
    await next.stop();
    const image = stored.find((name) => !name.includes('/products/')) ?? '';
    await bucket.delete(image);
    await bucket.put('site/uploads/of-others', Buffer.from('of others'));
    const { site: last } = await start({ dataFolder });
    await last.settled();
    expect(await names()).toEqual([...stored, 'site/uploads/of-others'].sort());
    await last.stop();
  });

  it('is read by backups and exports, and a restored site has all files', async () => {
    const { site, admin } = await start();
    const { file } = await sell(site, admin);
    await site.settled();
    const { config } = site.context;
    const backup = await storeBackup({ ...config, backupKey: PASSPHRASE }, systemClock());
    expect(backup.manifest.missing).toEqual([]);
    const single = await createBackupFile(
      site.dataFolder,
      systemClock(),
      path.join(folder, 'single'),
      {
        storage,
      },
    );
    const target = path.join(folder, `export-${buckets}.tar.gz`);
    const exported = await writeSiteExport(site.context, target);
    expect(exported.manifest.missing).toEqual([]);
    for (const files of [
      backup.manifest.uploads,
      single.manifest.files,
      exported.manifest.files,
    ] as { name: string; bytes: number }[][]) {
      expect(files.filter(({ name }) => path.basename(name) === file)).toMatchObject([
        { bytes: game.length },
      ]);
    }

    const restored = path.join(folder, `restored-${buckets}`);
    const url = `s3://${storage.bucket}/site/backups/${backup.info.file}`;
    await restoreBackup(restored, await findBackup(url, storage), {
      now: systemClock(),
      keys: [{ passphrase: PASSPHRASE }],
      holderHasEnded: () => true,
    });
    expect(readFileSync(uploads({ dataFolder: restored }, 'products', file)).equals(game)).toBe(
      true,
    );
  });

  it('is only read by another site, until its marker is deleted', async () => {
    const { site, admin } = await start();
    await sell(site, admin, randomBytes(1000));
    await site.settled();
    const backedUp = { ...site.context.config, backupKey: PASSPHRASE };
    const { info } = await storeBackup(backedUp, systemClock());
    await site.stop();
    const stored = await allNames();

    const { site: other, admin: otherAdmin } = await start({
      prepare: ({ database }: Pick<AppContext, 'database'>) =>
        void database.raw.exec("UPDATE settings SET value = '\"other\"' WHERE key = 'site_id'"),
    });
    await uploadImageByApi(otherAdmin);
    const refusal = `s3://${storage.bucket}/site contains the uploads and backups of another site`;
    expect((await failure(otherAdmin)).error).toContain(refusal);
    const backUp = () =>
      storeBackup({ ...other.context.config, backupKey: PASSPHRASE }, systemClock());
    await expect(backUp()).rejects.toThrow(refusal);
    expect(await allNames()).toEqual(stored);
    const restored = path.join(folder, `restored-elsewhere-${buckets}`);
    const url = `s3://${storage.bucket}/site/backups/${info.file}`;
    await restoreBackup(restored, await findBackup(url, storage), {
      now: systemClock(),
      keys: [{ passphrase: PASSPHRASE }],
      holderHasEnded: () => true,
    });
    // The restored site has the same ID.
    await storeBackup({ ...backedUp, dataFolder: restored }, systemClock());

    for (const name of stored.filter(isMarker)) await bucket.delete(name);
    await other.settled();
    expect((await backUp()).added).toBe(1);
    expect((await allNames()).filter(isMarker)).toEqual(['site/.personal-site-owner-other']);
  });

  it('restores the images of a machine that has only a copy of the database', async () => {
    const { site, admin } = await start();
    await coverByApi(admin);
    const { file } = await sell(site, admin, randomBytes(1000));
    await site.settled();
    const images = readdirSync(uploads(site)).filter((name) => name.includes('.'));
    expect(images).toHaveLength(2);
    const dataFolder = path.join(folder, `lost-${buckets}`);
    mkdirSync(dataFolder);
    await site.context.database.raw.backup(path.join(dataFolder, 'site.db'));
    await site.stop();
    const config = {
      ...readConfig({ NODE_ENV: 'test', DATA_DIR: dataFolder, SEED: 'none', LOG_LEVEL: 'silent' }),
      buildFolder: site.context.config.buildFolder,
      makeImages: false,
      port: 0,
      storage,
    };
    proxy.faults = ['reset', 'half of the response', 'failure'];
    const { close } = await startSite(
      config,
      createReporting(config),
      sharedMarkdown(config.siteUrl),
    );
    try {
      for (const name of images) {
        const original = readFileSync(uploads(site, name));
        expect(readFileSync(uploads({ dataFolder }, name)).equals(original)).toBe(true);
      }
      expect(isOnDisk({ dataFolder }, file)).toBe(false);
    } finally {
      await close();
    }
  });
});
