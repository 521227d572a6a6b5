import { createWriteStream, existsSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import type { Connection } from '../../db/connection.ts';
import {
  findUploadObject,
  isProductFile,
  isUploadInUse,
  listUploadObjects,
  type UploadObject,
} from '../../db/hot/bucket-objects.ts';
import { enqueueJob, hasHealthyJobs } from '../../db/hot/jobs.ts';
import { replaceFile } from '../../files.ts';
import { type Bucket, type BucketOptions, openBucket } from '../../integrations/storage/bucket.ts';
import { StorageError } from '../../integrations/storage/storage-error.ts';
import { backoffAfter, storageBackoff } from '../../queue/queue.ts';

/** Longest wait for the copies of an upload, in milliseconds. */
const COPY_WAIT_MS = 5000;
const COPY_POLL_MS = 20;

/** Returns the folder of uploads in the bucket of STORAGE. */
export const uploadsOf = (storage: BucketOptions): BucketOptions => ({
  ...storage,
  prefix: `${storage.prefix}uploads/`,
});

export function openUploadBucket(storage: BucketOptions): Bucket {
  return openBucket(uploadsOf(storage), {
    pauseAfter: (attempts) => backoffAfter(attempts, storageBackoff),
  });
}

/**
 * Writes an object to a file. The file appears with all of its bytes.
 * @throws StorageError, also if its hash differs
 */
export async function fetchObject(bucket: Bucket, name: string, file: string): Promise<void> {
  await replaceFile(file, async (temporary) => {
    await pipeline(await bucket.get(name), createWriteStream(temporary));
  });
}

/**
 * Adds a job that copies uploads into the bucket of STORAGE, or deletes unused ones there; does nothing
 * without a bucket.
 * @param names paths below the folder of uploads; an empty list does nothing
 */
export function enqueueStore(
  { config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  names: readonly string[],
): void {
  if (config.storage === null || names.length === 0) return;
  enqueueJob(database, { kind: 'store', payload: { names }, now: clock() });
}

/**
 * Waits until uploads are in the bucket of STORAGE, so that they survive the loss of this machine. Ends early
 * while the store fails, and after a few seconds, as for large files: these are copied later.
 * @param names paths below the folder of uploads
 */
export async function waitForCopies(
  { config, database, publisher }: Pick<AppContext, 'config' | 'database' | 'publisher'>,
  names: readonly string[],
): Promise<void> {
  if (config.storage === null) return;
  publisher.wake();
  const deadline = performance.now() + COPY_WAIT_MS;
  const isPending = () => names.some((name) => findUploadObject(database, name) === undefined);
  while (isPending() && hasHealthyJobs(database, 'store') && performance.now() < deadline) {
    await pause(COPY_POLL_MS);
  }
}

/** Uploads that the bucket of STORAGE has and the disk does not. */
export interface RemoteUploads {
  list(): UploadObject[];
  /** Writes an upload to a file. @throws StorageError */
  fetch(name: string, file: string): Promise<void>;
}

/** Returns the uploads that are in use and missing on the disk. */
export const listRemoteUploads = (dataFolder: string, database: Connection): UploadObject[] =>
  listUploadObjects(database).filter(
    ({ name }) =>
      !existsSync(path.join(dataFolder, 'uploads', name)) && isUploadInUse(database, name),
  );

type StorageConfig = Pick<Config, 'dataFolder' | 'storage'>;

/** Returns the uploads that only the bucket has, or null without a bucket. */
export function openRemoteUploads(
  { dataFolder, storage }: StorageConfig,
  database: Connection,
): RemoteUploads | null {
  if (storage === null) return null;
  const bucket = openUploadBucket(storage);
  return {
    list: () => listRemoteUploads(dataFolder, database),
    fetch: (name, file) => fetchObject(bucket, name, file),
  };
}

/** Images downloaded at the same time. */
const CONCURRENCY = 8;

/**
 * Downloads the images that are missing on the disk, as on a new machine with a replica of the database. Releases
 * need them there. Product files stay in the bucket.
 * @returns the number of images, and the failure of the store if there was one
 */
export async function fetchMissingImages(
  config: StorageConfig,
  database: Connection,
): Promise<{ count: number; failure: StorageError | null }> {
  const remote = openRemoteUploads(config, database);
  const missing = remote?.list().filter(({ name }) => !isProductFile(name)) ?? [];
  try {
    for (let start = 0; start < missing.length; start += CONCURRENCY) {
      await Promise.all(
        missing
          .slice(start, start + CONCURRENCY)
          .map(({ name }) => remote?.fetch(name, path.join(config.dataFolder, 'uploads', name))),
      );
    }
    return { count: missing.length, failure: null };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { count: missing.length, failure: error };
  }
}
