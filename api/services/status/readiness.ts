import { existsSync } from 'node:fs';
import path from 'node:path';
import { MINUTE_MS } from '#contracts/durations.ts';
import type { JobKind, JobListSource } from '#contracts/job.ts';
import type { CheckResult } from '#contracts/status.ts';
import type { AppContext } from '../../context.ts';
import { type Connection, probeDatabase } from '../../db/connection.ts';
import type { Database } from '../../db/database.ts';
import { findLease, jobPriorities } from '../../db/hot/jobs.ts';
import { countReleases, findDelayedJob, findFailedRelease } from '../../db/repositories/jobs.ts';
import { findLastRun, upsertSetting } from '../../db/repositories/site.ts';
import { DomainError, errorMessage } from '../../errors.ts';
import { commandLine } from '../../installation.ts';
import { type Backlog, hasOwnerExited, readBacklog } from '../../queue/queue.ts';
import {
  backupQueue,
  checkoutQueue,
  crossPostQueue,
  crossPostUpdateQueue,
  emailQueue,
  publisherQueue,
  refundQueue,
  scheduleQueue,
  subscriberQueue,
} from '../../queue/queues.ts';
import { checkBackups } from '../backup/backup-status.ts';
import { openKeyring } from '../keyring.ts';
import { listRemoteUploads } from '../storage/upload-bucket.ts';
import { checkDisk, readDiskSpace } from './disk-space.ts';
import { checkReplicationLag } from './replication-lag.ts';

const otherQueues = {
  schedule: scheduleQueue,
  email: emailQueue,
  'cross-post': crossPostQueue,
  'cross-post-update': crossPostUpdateQueue,
  checkout: checkoutQueue,
  refund: refundQueue,
  subscriber: subscriberQueue,
  backup: backupQueue,
};

type QueueKind = JobKind | keyof typeof otherQueues;

/** Returns the waiting jobs of each kind. */
function readQueues(database: Connection): Map<QueueKind, Backlog> {
  const jobs = Object.entries(jobPriorities).map(
    ([kind, priority]) => [kind, readBacklog(database, publisherQueue, { priority })] as const,
  );
  const others = Object.entries(otherQueues).map(
    ([kind, queue]) => [kind, readBacklog(database, queue)] as const,
  );
  return new Map([...jobs, ...others] as [QueueKind, Backlog][]);
}

/** Kinds of jobs behind each part of the job list. */
const jobListQueues: Record<JobListSource, QueueKind[]> = {
  publishing: Object.keys(jobPriorities) as JobKind[],
  mail: ['email'],
  posts: ['cross-post'],
};

/** Returns the time since when the longest due entry of each part of the job list waits, or null. */
export function readOldestDue(
  database: Connection,
  now: number,
): Record<JobListSource, number | null> {
  const queues = readQueues(database);
  const oldestOf = (source: JobListSource) =>
    jobListQueues[source]
      .flatMap((kind) => queues.get(kind)?.oldestAt ?? [])
      .filter((at) => at <= now)
      .reduce<number | null>((oldest, at) => Math.min(oldest ?? at, at), null);
  return { publishing: oldestOf('publishing'), mail: oldestOf('mail'), posts: oldestOf('posts') };
}

/**
 * Milliseconds for which jobs may be due; this also detects a worker that does not run. Slow work in the background
 * has no limit. Subscribers have none either, because they stay due without SUBSCRIBE_FORM_URL.
 */
const limits: Partial<Record<QueueKind, { ms: number; state: 'warning' | 'failed' }>> = {
  publish: { ms: 5 * MINUTE_MS, state: 'failed' },
  content: { ms: 5 * MINUTE_MS, state: 'failed' },
  comments: { ms: 5 * MINUTE_MS, state: 'failed' },
  release: { ms: 5 * MINUTE_MS, state: 'failed' },
  schedule: { ms: 5 * MINUTE_MS, state: 'failed' },
  checkout: { ms: 30 * MINUTE_MS, state: 'warning' },
  refund: { ms: 30 * MINUTE_MS, state: 'warning' },
  // The SMTP server or another service may be away for a while.
  email: { ms: 60 * MINUTE_MS, state: 'warning' },
  'cross-post': { ms: 60 * MINUTE_MS, state: 'warning' },
  'cross-post-update': { ms: 60 * MINUTE_MS, state: 'warning' },
  backup: { ms: 60 * MINUTE_MS, state: 'warning' },
};

/** Checks that no job has been due for too long. */
export function checkQueues(database: Connection, now: number): CheckResult {
  const queues = readQueues(database);
  const late = Object.entries(limits).flatMap(([kind, { ms, state }]) => {
    const { oldestAt } = queues.get(kind as QueueKind) ?? { oldestAt: null };
    if (oldestAt === null || now - oldestAt <= ms) return [];
    return { state, text: `${kind} for ${Math.floor((now - oldestAt) / MINUTE_MS)} minutes` };
  });
  if (late.length === 0) return { name: 'queues', state: 'ok', msg: 'No job is late.' };
  return {
    name: 'queues',
    state: late.some(({ state }) => state === 'failed') ? 'failed' : 'warning',
    msg: `Jobs are late: ${late.map(({ text }) => text).join(', ')}. See /admin/jobs and the log of the server.`,
  };
}

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

/** Milliseconds for which a publisher may be late with renewing its lease, while it renders. */
const PUBLISHER_LATE_MS = 30_000;
/** Characters of the ID of an installation. */
const INSTANCE_LENGTH = 16;

/** Returns an opaque ID of the installation in a data folder. */
export const instanceOf = (dataFolder: string): string =>
  openKeyring(dataFolder)('instance').toString('hex').slice(0, INSTANCE_LENGTH);

/** True if there are pages to serve. */
function hasLiveRelease({ publisher }: Pick<AppContext, 'publisher'>): boolean {
  const folder = publisher.liveFolder();
  return folder !== null && existsSync(path.join(folder, 'index.html'));
}

/** @throws DomainError unless the database answers and there is a release to serve */
export function assertServing(context: Pick<AppContext, 'database' | 'publisher'>): void {
  try {
    probeDatabase(context.database);
  } catch (cause) {
    const msg = 'The database is not responding.';
    throw new DomainError('BUSY', { msg, retryAfter: 2, cause });
  }
  if (!hasLiveRelease(context)) {
    throw new DomainError('BUSY', { msg: 'There is no live release yet.', retryAfter: 2 });
  }
}

type ReadinessContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

/** Checks everything that the site needs to serve readers and to do its work. */
export const checkReadiness = async (context: ReadinessContext): Promise<CheckResult[]> => [
  await checkDatabase(context),
  ...(await checkState(context)),
];

/** Checks the same except whether the database can be written. Changes nothing. */
export async function checkState(context: ReadinessContext): Promise<CheckResult[]> {
  const { config, database, clock } = context;
  const results = await Promise.all([
    attemptCheck('release', () => checkRelease(database, hasLiveRelease(context))),
    attemptCheck('publisher', () => checkPublisher(context)),
    attemptCheck('disk', async () => checkDisk(await readDiskSpace(config.dataFolder))),
    attemptCheck('queues', () => checkQueues(database, clock())),
    attemptCheck('backup', () => checkBackups(context)),
    attemptCheck('bucket-copies', () => checkBucketCopies(context)),
    attemptCheck('replication', () => checkReplicationLag(context)),
  ]);
  return results.filter((result) => result !== null);
}

/** Stores a row, because a full or read-only disk shows only then. */
async function checkDatabase({ database, clock }: ReadinessContext): Promise<CheckResult> {
  const name = 'database';
  try {
    const now = clock();
    await database.write((transaction) => upsertSetting(transaction, 'ready_check', now, now));
    return { name, state: 'ok', msg: 'The database can be written.' };
  } catch (error) {
    const reason = errorMessage(error);
    const advice = 'Check that the disk is neither full nor read-only, then restart the server.';
    return { name, state: 'failed', msg: `Nothing can be stored (${reason}). ${advice}` };
  }
}

/** Checks that a release is live, and that none has failed since. */
export function checkRelease(database: Database, isLive: boolean): CheckResult {
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'release', state, msg });
  const failed = findFailedRelease(database);
  const reason = failed === null ? '' : ` The newest one failed: ${failed.error ?? 'see the log.'}`;
  if (!isLive) {
    const advice = 'Correct the cause that the log of the server shows, then restart the server.';
    return result('failed', `No release is live.${reason} ${advice}`);
  }
  if (failed === null) return result('ok', 'A release is live.');
  const msg = `Readers see an older release.${reason} Correct the cause, then restart the server.`;
  return result('warning', msg);
}

/** Checks that a process renders pages, this one or another on the same data folder. */
export function checkPublisher({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): CheckResult {
  const lease = findLease(database, 'publisher');
  const isHeld =
    lease !== null &&
    lease.heldUntil + PUBLISHER_LATE_MS > clock() &&
    !hasOwnerExited(lease.holder);
  if (isHeld) return { name: 'publisher', state: 'ok', msg: 'The publisher is running.' };
  const msg = 'The publisher is not running. Restart the server, and look at its log.';
  return { name: 'publisher', state: 'failed', msg };
}

/** Runs a check, and reports an exception such as that of a damaged database as its failure. */
export async function attemptCheck<Result extends CheckResult | null>(
  name: string,
  check: () => Result | Promise<Result>,
): Promise<Result | CheckResult> {
  try {
    return await check();
  } catch (error) {
    const reason = errorMessage(error);
    return { name, state: 'failed', msg: `This could not be checked (${reason}). See the log.` };
  }
}

/** Returns the figures that monitoring follows. */
export async function readSiteMetrics(context: Pick<AppContext, 'config' | 'database' | 'clock'>) {
  const { config, database } = context;
  const now = context.clock();
  const lastBackupAt = findLastRun(database.query, ['done'])?.endedAt ?? null;
  const queues = [...readQueues(database)].map(([kind, { waiting, oldestAt }]) => ({
    kind,
    waiting,
    /** Milliseconds for which the oldest job has been due. */
    lateMs: oldestAt === null ? 0 : Math.max(0, now - oldestAt),
  }));
  return {
    queues,
    releases: countReleases(database),
    isPublisherRunning: checkPublisher(context).state === 'ok',
    backupAgeMs: lastBackupAt === null ? null : now - lastBackupAt,
    disk: await readDiskSpace(config.dataFolder),
  };
}
