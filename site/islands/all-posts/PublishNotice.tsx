import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { FailedJob, failedJobsResponse } from '#contracts/job.ts';
import { callApi } from '../../client/api-client.ts';
import { FailedJobs } from './FailedJobs.tsx';

const none: z.infer<typeof failedJobsResponse> = { jobs: [], followers: [] };

/** Milliseconds between looks at a job that is tried again. */
const LOOK_MS = 500;

/**
 * Articles that are saved, and whose pages could not be brought in line: an import, a schedule; and
 * what failed after a publishing.
 */
export function PublishNotice() {
  const [failed, setFailed] = useState(none);
  const load = useCallback(
    () =>
      callApi<typeof none>('GET', '/api/jobs/failed')
        .then(setFailed)
        // The list of articles below says so itself when the API cannot be reached.
        .catch(() => undefined),
    [],
  );
  useEffect(() => {
    load();
  }, [load]);

  async function tryAgain(jobs: FailedJob[]) {
    await Promise.all(jobs.map(({ id }) => retry(id).catch(() => undefined)));
    await load();
  }

  return (
    <>
      <FailedJobs
        jobs={failed.jobs}
        sentence="These articles are saved but could not be published:"
        button="Publish again"
        busy="Publishing…"
        onTry={tryAgain}
      />
      <FailedJobs
        jobs={failed.followers}
        sentence="The articles are published, but these follow-up tasks failed:"
        button="Try again"
        busy="Trying…"
        onTry={tryAgain}
      />
    </>
  );
}

/** Resolves when the job has ended, whichever way. */
async function retry(id: number): Promise<void> {
  await callApi('POST', `/api/jobs/${id}/retry`);
  for (;;) {
    const { state } = await callApi<{ state: FailedJob['state'] }>('GET', `/api/jobs/${id}`);
    if (state !== 'queued' && state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
