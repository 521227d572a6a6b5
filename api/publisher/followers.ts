import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { compressPayload } from '#contracts/job.ts';
import { systemClock } from '../clock.ts';
import type { Connection } from '../db/connection.ts';
import { finishJob, type Job, settleFailedJobs } from '../db/repositories/jobs.ts';
import { listFiles } from './build-manifest.ts';
import { writeFollowers } from './build-release.ts';
import { compressFile } from './compress.ts';
import { failJob, isDiskTrouble } from './job-failure.ts';
import { refreshPages } from './refresh-pages.ts';
import type { ReleaseTarget } from './release-target.ts';

/** Times that work after the page is tried, and milliseconds in between. */
const ATTEMPTS = 3;
const RETRY_MS = 2000;

/** What the work that follows a page may use of the publisher. */
export interface Followers {
  database: Connection;
  /** The live release; null when there is none, or when the process is about to end. */
  live: () => ReleaseTarget | null;
  claim: (kind: Job['kind']) => Promise<Job[]> | Job[];
  exclusively: (work: () => Promise<void>) => Promise<void>;
  trouble: (what: string, error: unknown) => void;
}

/** What may come after the page: tried again when the disk was in the way, else given up. */
export async function runFollower(followers: Followers, job: Job): Promise<void> {
  const { database, exclusively, live } = followers;
  const end = (more: { retryAt?: number }) =>
    database.write(() => {
      const now = systemClock();
      finishJob(database, job.id, { state: 'done', now, ...more });
      if (more.retryAt === undefined) settleFailedJobs(database, { ...job, now });
    });
  try {
    const target = live();
    if (!target) return await end({ retryAt: systemClock() });
    if (job.kind === 'compress') await compressFiles(followers, target, job);
    else if (job.kind === 'refresh') await refreshPages(target, job, exclusively);
    else await writeFollowers(target, exclusively);
    // Cut short by the end of the process, or of its right to publish: whoever comes next goes on.
    await end(live() === null ? { retryAt: systemClock() } : {});
  } catch (error) {
    followers.trouble(job.kind, error);
    const again = isDiskTrouble(error) || job.attempts < ATTEMPTS;
    await database.write(() =>
      failJob(database, job.id, { error, now: systemClock(), retryMs: RETRY_MS, again }),
    );
  }
}

/** An empty list of files means all of the live release. */
async function compressFiles(
  { live, claim, ...others }: Followers,
  target: ReleaseTarget,
  job: Job,
): Promise<void> {
  const { files } = compressPayload.parse(job.payload);
  const everything = files.length === 0;
  for (const name of everything ? listFiles(target.siteFolder) : files) {
    if (live() !== target) return;
    await compressFile(path.join(target.siteFolder, name));
    // What was just published does not wait behind ten thousand pages nobody changed.
    for (const next of everything ? await claim('compress') : []) {
      await runFollower({ live, claim, ...others }, next);
    }
    await nextTurn();
  }
}
