import { type JobProgress, releasePayload } from '#contracts/job.ts';
import { systemClock } from '../clock.ts';
import { enqueueJob, finishJob, type Job } from '../db/repositories/jobs.ts';
import { buildRelease, type ReleaseBuilder, removeOldReleases } from './build-release.ts';
import { shopIsOpen } from './guarded-pages.ts';
import { failJob, sentenceOf } from './job-failure.ts';
import { releaseKeyOf } from './release-key.ts';

/** Milliseconds until the disk is asked again. */
const RETRY_MS = 2000;

interface Told {
  progress: (progress: JobProgress) => void;
  trouble: (what: string, error: unknown) => void;
  /** The new release is what readers get. */
  live: () => void;
}

/**
 * Renders everything with the build of the job. A build that is refused, or a page that cannot be
 * rendered, ends the job and leaves the live release; trouble with the disk is tried again.
 */
export async function runReleaseJob(builder: ReleaseBuilder, job: Job, told: Told): Promise<void> {
  const { buildFolder } = releasePayload.parse(job.payload);
  try {
    await buildRelease(builder, buildFolder, releaseKeyOf(buildFolder, builder));
    await endAndFollow(builder, job);
    told.live();
    told.progress({ step: 'done', job: job.id, pages: 0 });
  } catch (error) {
    told.trouble('rendering a release', error);
    const reason = sentenceOf(error);
    await builder.database.write(() =>
      failJob(builder.database, job.id, { error, now: systemClock(), retryMs: RETRY_MS }),
    );
    told.progress({ step: 'failed', job: job.id, reason });
    return;
  }
  await removeOldReleases(builder);
}

/** What may come after the pages: lists that follow, twins, pictures. */
async function endAndFollow(
  { database, doors, makePictures }: ReleaseBuilder,
  job: Job,
): Promise<void> {
  await database.write(() => {
    const now = systemClock();
    finishJob(database, job.id, { state: 'done', now });
    enqueueJob(database, { kind: 'follow', payload: {}, now });
    enqueueJob(database, { kind: 'compress', payload: { files: [] }, now });
    if (!makePictures) return;
    // Another build may draw them differently, and there may be articles and products that have none.
    enqueueJob(database, { kind: 'share', payload: { below: null }, now });
    if (!shopIsOpen(doors)) return;
    enqueueJob(database, { kind: 'share', payload: { below: null, of: 'products' }, now });
  });
}
