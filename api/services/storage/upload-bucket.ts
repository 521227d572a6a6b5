import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { findUploadObject } from '../../db/hot/bucket-objects.ts';
import { enqueueJob, hasHealthyJobs } from '../../db/hot/jobs.ts';
import { type Bucket, type BucketOptions, openBucket } from '../../integrations/storage/bucket.ts';
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
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    await pipeline(await bucket.get(name), createWriteStream(temporary, { flush: true }));
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
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
