import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  compressPayload,
  type JobProgress,
  refreshPayload,
  releasePayload,
} from '#contracts/job.ts';
import { systemClock } from '../context.ts';
import type { Connection } from '../db/connection.ts';
import { enqueueJob, type Job, resolveFailedJobs } from '../db/hot/jobs.ts';
import { findRelease } from '../db/hot/releases.ts';
import { errorMessage } from '../errors.ts';
import { listFiles, releaseKeyOf } from './build-manifest.ts';
import {
  buildRelease,
  type ReleaseBuilder,
  removeOldReleases,
  writeRemainingPages,
} from './build-release.ts';
import { isShopPublic } from './guarded-pages.ts';
import { type ClaimedJob, endJob, failJob, isDiskError, retryJob } from './job-queue.ts';
import { compressFile } from './page-files.ts';
import { enqueueFileJobs, recordFiles } from './push-files.ts';
import { isServable } from './release-folders.ts';
import {
  listAffectedPages,
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
  syncPage,
} from './release-target.ts';

interface ReleaseEvents {
  onProgress: (progress: JobProgress) => void;
  onError: (what: string, error: unknown) => void;
  /** Called when the new release is live. */
  onLive: () => void;
}

/** Pages synced before publishing continues. */
const PAGES_PER_TURN = 10;

/** Attempts at a follow-up job that fails for another reason than the disk. */
const ATTEMPTS_MAX = 3;

export interface FollowUpContext {
  database: Connection;
  /** Returns the live release; null if there is none, or if the process is shutting down. */
  live: () => ReleaseTarget | null;
  /** Claims one due job, or up to `limit`. */
  claim: (kind: Job['kind'], limit?: number) => Promise<ClaimedJob[]> | ClaimedJob[];
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

/** Syncs pages in small steps with low priority. */
export async function refreshPages(
  target: ReleaseTarget,
  job: Job,
  exclusively: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { database } = target.context;
  const { tags, paths } = refreshPayload.parse(job.payload);
  const touched = [...new Set([...paths, ...listAffectedPages(target, tags)])];
  for (let start = 0; start < touched.length; start += PAGES_PER_TURN) {
    await exclusively(async () => {
      const outcomes: PageOutcome[] = [];
      const recording = recordFiles(target);
      for (const pagePath of touched.slice(start, start + PAGES_PER_TURN)) {
        outcomes.push(await syncPage(recording, pagePath));
      }
      await database.write(() => {
        recordOutcomes(target, outcomes);
        enqueueFileJobs(target, recording.changed);
      });
    });
    await nextTurn();
  }
}

/**
 * Renders all pages with the build of the job. If the build is invalid, or a page cannot be rendered, the
 * job fails and the live release stays. Disk errors are retried.
 */
export async function runReleaseJob(
  builder: ReleaseBuilder,
  job: ClaimedJob,
  { onProgress, onError, onLive }: ReleaseEvents,
): Promise<void> {
  const { buildFolder, reason } = releasePayload.parse(job.payload);
  try {
    const key = releaseKeyOf(buildFolder, builder);
    const live = findRelease(builder.database, 'live');
    const isLive = live?.buildId === key && isServable(builder.folders, live.id);
    if (reason === 'start' && isLive) {
      // Two servers of one data folder have started with this build.
      await builder.database.write(() => endJob(builder.database, job, { now: systemClock() }));
    } else {
      await buildRelease(builder, buildFolder, key);
      await endAndEnqueueFollowUps(builder, job);
    }
    onLive();
    onProgress({ step: 'done', job: job.id, pages: 0 });
  } catch (error) {
    onError('rendering a release', error);
    await builder.database.write(() =>
      failJob(builder.database, job, { error, now: systemClock() }),
    );
    onProgress({ step: 'failed', job: job.id, reason: errorMessage(error) });
    return;
  }
  await removeOldReleases(builder);
}

/** Ends a release job, and enqueues its follow-up jobs: lists, precompressed copies and images. */
async function endAndEnqueueFollowUps(
  { database, guards, makeImages, isPushed }: ReleaseBuilder,
  job: ClaimedJob,
): Promise<void> {
  await database.write(() => {
    const now = systemClock();
    endJob(database, job, { now });
    if (isPushed) enqueueJob(database, { kind: 'push', payload: { files: [] }, now });
    enqueueJob(database, { kind: 'follow', payload: {}, now });
    enqueueJob(database, { kind: 'compress', payload: { files: [] }, now });
    if (!makeImages) return;
    // Another build may draw images differently, and some pages may lack an image.
    enqueueJob(database, { kind: 'og-images', payload: { below: null }, now });
    enqueueJob(database, { kind: 'og-images', payload: { of: 'content' }, now });
    if (!isShopPublic(guards)) return;
    enqueueJob(database, { kind: 'og-images', payload: { below: null, of: 'products' }, now });
  });
}
