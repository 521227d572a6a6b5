import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { failedJobsResponse } from '#contracts/job.ts';
import { callApi } from '../../lib/api-client.ts';
import { editPath } from '../../lib/links.ts';

type Failed = z.infer<typeof failedJobsResponse>['jobs'][number];

/** Milliseconds between looks at a publishing that is tried again. */
const LOOK_MS = 500;

/** Articles that are saved, and whose pages could not be brought in line: an import, a schedule. */
export function PublishNotice() {
  const [failed, setFailed] = useState<Failed[]>([]);
  const [trying, setTrying] = useState(false);
  const load = useCallback(
    () =>
      callApi<z.infer<typeof failedJobsResponse>>('GET', '/api/jobs/failed')
        .then(({ jobs }) => setFailed(jobs))
        // The list of articles below says so itself when the API cannot be reached.
        .catch(() => undefined),
    [],
  );
  useEffect(() => {
    load();
  }, [load]);

  async function tryAgain() {
    setTrying(true);
    const ended = failed.map(({ id }) => retry(id).catch(() => undefined));
    await Promise.all(ended);
    await load();
    setTrying(false);
  }

  if (failed.length === 0) return null;
  return (
    <div className="notice notice--warning" role="status">
      <p>These articles are saved, but readers do not get them as they are:</p>
      <ul>
        {failed.map((job) => (
          <li key={job.id}>
            <a href={editPath(job.article ?? '')}>{job.title}</a>: {job.error}
          </li>
        ))}
      </ul>
      <button type="button" className="button button--small" onClick={tryAgain} disabled={trying}>
        {trying ? 'Publishing…' : 'Publish again'}
      </button>
    </div>
  );
}

/** Resolves when the job has ended, whichever way. */
async function retry(id: number): Promise<void> {
  await callApi('POST', `/api/jobs/${id}/retry`);
  for (;;) {
    const { state } = await callApi<{ state: Failed['state'] }>('GET', `/api/jobs/${id}`);
    if (state !== 'queued' && state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
