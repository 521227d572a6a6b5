import type { JobKind } from '#contracts/job.ts';
import type { Connection } from '../db/connection.ts';
import { type Job, jobPriorities, listJobsById, updateJob } from '../db/hot/jobs.ts';
import { errorMessage, hasErrorCode } from '../errors.ts';
import {
  backoffAfter,
  claimLeased,
  endAttempt,
  hasDue,
  type LeasedClaim,
  listAbandoned,
  localBackoff,
  purge,
} from '../queue/queue.ts';
import { publisherQueue } from '../queue/queues.ts';

/** Job with the lease of the attempt that runs it. */
export type ClaimedJob = Job & Pick<LeasedClaim, 'leaseOwner'>;

export function hasDueJob(database: Connection, kind: JobKind, now: number): boolean {
  return hasDue(database, publisherQueue, now, { priority: jobPriorities[kind] });
}

/** Claims due jobs of a kind, oldest first; call it in a transaction. */
export function claimJobs(
  database: Connection,
  { kind, owner, now, limit }: { kind: JobKind; owner: string; now: number; limit: number },
): ClaimedJob[] {
  const claims = claimLeased(database, publisherQueue, {
    // The lease of the publisher covers its jobs: the next owner takes over all that are running.
    owner,
    now,
    until: now,
    limit,
    scope: { priority: jobPriorities[kind] },
  });
  const jobs = listJobsById(
    database,
    claims.map(({ id }) => id),
  );
  return jobs.map((job) => ({ ...job, leaseOwner: owner }));
}

export function endJob(
  database: Connection,
  job: ClaimedJob,
  { now, result }: { now: number; result?: unknown },
): void {
  if (!endAttempt(database, publisherQueue, job, { state: 'done' })) return;
  updateJob(database, job.id, { error: null, result, finishedAt: now });
}

/** Returns a job to the queue. */
export function retryJob(
  database: Connection,
  job: ClaimedJob,
  { at, error = null }: { at: number; error?: string | null },
): void {
  if (!endAttempt(database, publisherQueue, job, { state: 'queued', nextAttemptAt: at })) return;
  updateJob(database, job.id, { error, finishedAt: null });
}

/** Ends a job that failed, or retries it. @param failure.canRetry by default true for errors of the disk only */
export function failJob(
  database: Connection,
  job: ClaimedJob,
  {
    error,
    now,
    canRetry = isDiskError(error),
  }: { error: unknown; now: number; canRetry?: boolean },
): void {
  const message = errorMessage(error);
  if (canRetry) {
    retryJob(database, job, { at: now + backoffAfter(job.attempts, localBackoff), error: message });
  } else if (endAttempt(database, publisherQueue, job, { state: 'failed' })) {
    updateJob(database, job.id, { error: message, finishedAt: now });
  }
}

/**
 * Returns the jobs of the previous owner of the publisher's lease to the queue. A job may run twice,
 * because it makes pages match the database.
 */
export function recoverJobs(database: Connection, now: number): void {
  const abandoned = listAbandoned(database, publisherQueue, { now, hasExited: () => true });
  for (const claim of abandoned) endAttempt(database, publisherQueue, claim, { state: 'queued' });
}

export function purgeJobs(database: Connection, before: number): void {
  purge(database, publisherQueue, before);
}

/** True for disk errors, after which a job may succeed unchanged. */
export function isDiskError(error: unknown): boolean {
  return hasErrorCode(
    error,
    ...['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'EROFS'],
    ...['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_BUSY'],
  );
}
