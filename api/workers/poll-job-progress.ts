import { type JobProgress, publishResult } from '#contracts/job.ts';
import type { Database } from '../db/client.ts';
import { findJob } from '../db/repositories/jobs.ts';

/** Interval of polls for jobs of another process, in milliseconds. */
const POLL_INTERVAL_MS = 150;

/** Reports the progress of jobs that another process runs, because it holds the lease. */
export function pollJobProgress(
  database: Database,
  tell: (progress: JobProgress) => void,
): { follow: (job: number) => void; heard: (job: number) => void; stop: () => void } {
  const silent = new Set<number>();
  const timer = setInterval(() => {
    for (const id of silent) {
      const job = findJob(database, id);
      if (job && (job.state === 'queued' || job.state === 'running')) continue;
      silent.delete(id);
      if (job?.state === 'done') {
        const live = publishResult.safeParse(job.result).data?.live;
        if (live) tell(live);
        tell({ step: 'done', job: id, pages: 0 });
      } else tell({ step: 'failed', job: id, reason: job?.error ?? 'The job is gone.' });
    }
  }, POLL_INTERVAL_MS);
  timer.unref();
  return {
    follow: (job) => silent.add(job),
    heard: (job) => silent.delete(job),
    stop: () => clearInterval(timer),
  };
}
