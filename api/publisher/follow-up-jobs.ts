import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { compressPayload } from '#contracts/job.ts';
import { systemClock } from '../context.ts';
import type { Connection } from '../db/connection.ts';
import { type Job, resolveFailedJobs } from '../db/hot/jobs.ts';
import { listFiles } from './build-manifest.ts';
import { writeRemainingPages } from './build-release.ts';
import { compressFile } from './compress.ts';
import { type ClaimedJob, endJob, failJob, isDiskError, retryJob } from './job-queue.ts';
import { refreshPages } from './refresh-pages.ts';
import type { ReleaseTarget } from './release-target.ts';

/** Attempts at a follow-up job that fails for another reason than the disk. */
const ATTEMPTS_MAX = 3;

/** Parts of the publisher that follow-up jobs use. */
export interface FollowUpContext {
  database: Connection;
  /** Returns the live release; null if there is none, or if the process is shutting down. */
  live: () => ReleaseTarget | null;
  claim: (kind: Job['kind']) => Promise<ClaimedJob[]> | ClaimedJob[];
  exclusively: (work: () => Promise<void>) => Promise<void>;
  onError: (what: string, error: unknown) => void;
}

/** Runs a job that follows a publish job or a release. */
export async function runFollowUpJob(context: FollowUpContext, job: ClaimedJob): Promise<void> {
  const { database, exclusively, live } = context;
  const retry = () => database.write(() => retryJob(database, job, { at: systemClock() }));
  try {
    const target = live();
    if (!target) return await retry();
    if (job.kind === 'compress') await compressFiles(context, target, job);
    else if (job.kind === 'refresh') await refreshPages(target, job, exclusively);
    else await writeRemainingPages(target, exclusively);
    // The process is shutting down or has lost the lease, so the next process finishes the job.
    if (live() === null) return await retry();
    await database.write(() => {
      const now = systemClock();
      endJob(database, job, { now });
      resolveFailedJobs(database, { ...job, now });
    });
  } catch (error) {
    context.onError(job.kind, error);
    const canRetry = isDiskError(error) || job.attempts < ATTEMPTS_MAX;
    await database.write(() => failJob(database, job, { error, now: systemClock(), canRetry }));
  }
}

/** Compresses the files of a job; an empty list means all files of the live release. */
async function compressFiles(
  { live, claim, ...rest }: FollowUpContext,
  target: ReleaseTarget,
  job: ClaimedJob,
): Promise<void> {
  const { files } = compressPayload.parse(job.payload);
  const isWholeRelease = files.length === 0;
  for (const name of isWholeRelease ? listFiles(target.siteFolder) : files) {
    if (live() !== target) return;
    await compressFile(path.join(target.siteFolder, name));
    // Compresses recently published pages before the many unchanged files of a release.
    for (const next of isWholeRelease ? await claim('compress') : []) {
      await runFollowUpJob({ live, claim, ...rest }, next);
    }
    await nextTurn();
  }
}
