import { type JobProgress, publishResult } from '#contracts/job.ts';
import type { Database } from '../db/client.ts';
import { findJob } from '../db/repositories/jobs.ts';

/** Interval of polls for jobs of another process, in milliseconds. */
const POLL_INTERVAL_MS = 150;

/** Polls the progress of jobs that another process runs, because it holds the lease. */
export function pollJobProgress(
  database: Database,
  onProgress: (progress: JobProgress) => void,
): { follow: (job: number) => void; unfollow: (job: number) => void; stop: () => void } {
  const followedJobs = new Set<number>();
  const timer = setInterval(() => {
    for (const id of followedJobs) {
      const job = findJob(database, id);
      if (job && (job.state === 'queued' || job.state === 'running')) continue;
      followedJobs.delete(id);
      if (job?.state === 'done') {
        const live = publishResult.safeParse(job.result).data?.live;
        if (live) onProgress(live);
        onProgress({ step: 'done', job: id, pages: 0 });
      } else onProgress({ step: 'failed', job: id, reason: job?.error ?? 'The job is gone.' });
    }
  }, POLL_INTERVAL_MS);
  timer.unref();
  return {
    follow: (job) => followedJobs.add(job),
    unfollow: (job) => followedJobs.delete(job),
    stop: () => clearInterval(timer),
  };
}
