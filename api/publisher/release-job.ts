import { type JobProgress, releasePayload } from '#contracts/job.ts';
import { systemClock } from '../context.ts';
import { enqueueJob } from '../db/hot/jobs.ts';
import { buildRelease, type ReleaseBuilder, removeOldReleases } from './build-release.ts';
import { isShopPublic } from './guarded-pages.ts';
import { type ClaimedJob, endJob, errorMessage, failJob } from './job-queue.ts';
import { releaseKeyOf } from './release-key.ts';

interface ReleaseEvents {
  onProgress: (progress: JobProgress) => void;
  onError: (what: string, error: unknown) => void;
  /** Called when the new release is live. */
  onLive: () => void;
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
  const { buildFolder } = releasePayload.parse(job.payload);
  try {
    await buildRelease(builder, buildFolder, releaseKeyOf(buildFolder, builder));
    await endAndEnqueueFollowUps(builder, job);
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
  { database, guards, makePictures }: ReleaseBuilder,
  job: ClaimedJob,
): Promise<void> {
  await database.write(() => {
    const now = systemClock();
    endJob(database, job, { now });
    enqueueJob(database, { kind: 'follow', payload: {}, now });
    enqueueJob(database, { kind: 'compress', payload: { files: [] }, now });
    if (!makePictures) return;
    // Another build may draw images differently, and some articles and products may lack an image.
    enqueueJob(database, { kind: 'share', payload: { below: null }, now });
    if (!isShopPublic(guards)) return;
    enqueueJob(database, { kind: 'share', payload: { below: null, of: 'products' }, now });
  });
}
