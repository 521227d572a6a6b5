import type { z } from 'zod';
import type { FailedJob, failedJobsResponse } from '#contracts/job.ts';
import { callApi } from '../../client/api-client.ts';
import { showToast } from '../../client/show-toast.ts';
import { dataOf, errorMessage, useLoaded } from '../ui/use-loaded.ts';
import { FailedJobs } from './FailedJobs.tsx';

/** Polling interval for a job that is retried, in milliseconds. */
const POLL_MS = 500;

const loadFailedJobs = (signal?: AbortSignal): Promise<z.infer<typeof failedJobsResponse>> =>
  callApi('GET', '/api/jobs/failed', { ...(signal && { signal }) });

/**
 * Articles that were saved by an import or a schedule but not published, and follow-up jobs that failed. It
 * shows no error if the API is unavailable, because the list of articles below does.
 */
export function PublishNotice() {
  const { loaded, change } = useLoaded(loadFailedJobs);
  const failed = dataOf(loaded);
  if (!failed) return null;

  async function tryAgain(jobs: FailedJob[]) {
    const attempts = await Promise.allSettled(jobs.map(({ id }) => retry(id)));
    try {
      const left = await loadFailedJobs();
      change(() => left);
      const rejected = attempts.find((attempt) => attempt.status === 'rejected');
      if (rejected) throw rejected.reason;
    } catch (error) {
      showToast({ type: 'error', message: `Could not retry: ${errorMessage(error)}` });
    }
  }

  return (
    <>
      <FailedJobs
        jobs={failed.jobs}
        failureText="These articles are saved but could not be published:"
        button="Publish again"
        onTry={tryAgain}
      />
      <FailedJobs
        jobs={failed.followers}
        failureText="The articles are published, but these follow-up tasks failed:"
        button="Try again"
        onTry={tryAgain}
      />
    </>
  );
}

/** Resolves when the job has ended, successfully or not. */
async function retry(id: number): Promise<void> {
  await callApi('POST', `/api/jobs/${id}/retry`);
  for (;;) {
    const { state } = await callApi<{ state: FailedJob['state'] }>('GET', `/api/jobs/${id}`);
    if (state !== 'queued' && state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
