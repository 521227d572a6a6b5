import { MINUTE_MS } from '#contracts/durations.ts';
import type { CheckResult } from '#contracts/status.ts';
import type { AppContext } from '../../context.ts';
import { findDelayedJob } from '../../db/repositories/jobs.ts';
import { commandLine } from '../../installation.ts';
import { listRemoteUploads } from '../storage/remote-uploads.ts';

/** Milliseconds for which a store may fail before admins are warned. */
const DELAY_MAX_MS = 15 * MINUTE_MS;

/**
 * Checks that changes and uploads reach their buckets, and that no upload is in a bucket without STORAGE.
 * @returns null if no bucket is or was used
 */
export function checkBucketCopies({
  config,
  database,
  clock,
}: Pick<AppContext, 'config' | 'database' | 'clock'>): CheckResult | null {
  const name = 'bucket-copies';
  const missing = config.storage ? 0 : listRemoteUploads(config.dataFolder, database).length;
  if (missing > 0) {
    const what = missing === 1 ? '1 upload is' : `${missing} uploads are`;
    const msg = `${what} only in the bucket of an earlier STORAGE. Set it again, or leave the store as docs/operate.md describes.`;
    return { name, state: 'failed', msg };
  }
  if (config.publishTo === null && config.storage === null) return null;
  const now = clock();
  const job = findDelayedJob(database, ['push', 'store'], now - DELAY_MAX_MS);
  if (!job) return { name, state: 'ok', msg: 'Changes and uploads reach their buckets.' };
  const minutes = Math.floor((now - job.createdAt) / MINUTE_MS);
  const what = job.kind === 'push' ? 'Changes have waited' : 'Uploads have waited';
  return {
    name,
    state: 'warning',
    msg: `${what} for a bucket for ${minutes} minutes: ${job.error} Nothing is lost; run ${commandLine('doctor')} to find the cause.`,
  };
}
