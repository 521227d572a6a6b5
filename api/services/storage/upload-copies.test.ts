import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobListResponse } from '#contracts/job.ts';
import { findUploadObject, recordUploadObject } from '../../db/hot/bucket-objects.ts';
import { type Bucket, type BucketOptions, openBucket } from '../../integrations/storage/bucket.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { sharedSwift } from '../../testing/global-setup.ts';
import { type FaultyStore, type Swift, startFaultyStore } from '../../testing/object-stores.ts';
import { sampleByApi, uploadFileByApi, uploadImageByApi } from '../../testing/products.ts';
import { emptySite, startTestSite, type TestSite } from '../../testing/test-site.ts';
import { until } from '../../testing/until.ts';
import { pixelPng, uploadForm } from '../../testing/upload-form.ts';
import { syncAllUploads } from './sync-uploads.ts';
import { uploadsOf } from './upload-bucket.ts';

describe('an upload with STORAGE', { tags: ['verify'] }, () => {
  let swift: Swift;
  let proxy: FaultyStore;
  let bucket: Bucket;
  let site: TestSite;
  let admin: Caller;
  let buckets = 0;
  let storage: BucketOptions;
  beforeAll(async () => {
    swift = await sharedSwift();
    proxy = await startFaultyStore(swift.endpoint);
  });
  afterAll(async () => {
    await proxy.close();
  });
  beforeEach(async () => {
    proxy.constant = null;
    buckets += 1;
    const options = await swift.createBucket(`uploads-${buckets}`);
    bucket = openBucket(options, { pauseAfter: () => 1 });
    storage = { ...options, endpoint: proxy.endpoint };
    site = await startTestSite({ copyOf: await emptySite(), config: { storage } });
    admin = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
    await site.settled();
  });
  afterEach(() => site.close());

  const names = async () =>
    (await Array.fromAsync(bucket.list('uploads/'))).map(({ name }) => name);
  const waiting = async () => {
    const list: JobListResponse = (await admin('GET /api/admin/jobs?show=waiting')).json();
    return list.entries.filter(({ kind }) => kind === 'store');
  };

  it('is in the bucket when it is acknowledged', async () => {
    await uploadImageByApi(admin);
    expect(await names()).toHaveLength(1);
    const { body, headers } = uploadForm([{ bytes: pixelPng, name: 'me.png' }]);
    await admin('POST /api/upload?folder=avatars', body, headers);
    const avatars = (await names()).filter((name) => name.startsWith('uploads/avatars/'));
    expect(avatars).toHaveLength(6);
    const upload = await uploadFileByApi(admin);
    await sampleByApi(site, admin, { files: [{ upload }] });
    expect(await names()).toContain(`uploads/products/${upload}`);
  });

  it('stays known after a start with another bucket, and in a copy with other ETags', async () => {
    const upload = await uploadFileByApi(admin);
    await sampleByApi(site, admin, { files: [{ upload }] });
    await site.settled();
    const name = `products/${upload}`;
    const { database } = site.context;
    const damaged: string[] = [];
    const syncWith = (storage: BucketOptions) =>
      syncAllUploads({
        database,
        bucket: openBucket(uploadsOf(storage), { pauseAfter: () => 1 }),
        uploadsFolder: path.join(site.dataFolder, 'uploads'),
        mayContinue: () => true,
        onDamaged: (damagedName) => damaged.push(damagedName),
      });
    const stored = findUploadObject(database, name);
    expect(stored).toBeDefined();
    await syncWith(await swift.createBucket(`wrong-${buckets}`));
    expect([damaged, findUploadObject(database, name)]).toEqual([[name], stored]);

    if (stored) recordUploadObject(database, { ...stored, etag: 'of another provider' });
    await syncWith(storage);
    expect([damaged, findUploadObject(database, name)]).toEqual([[name], stored]);
  });

  it('is acknowledged while the store fails, and copied afterwards', async () => {
    proxy.constant = 'reset';
    const publicId = await uploadImageByApi(admin);
    expect(publicId).not.toBe('');
    const [job] = await until('the failure is shown', async () => {
      const jobs = await waiting();
      return jobs.some(({ error }) => error !== null) && jobs;
    });
    expect(job?.error).toContain('cannot be reached');
    proxy.constant = null;
    await site.settled();
    expect(await names()).toHaveLength(1);
  });
});
