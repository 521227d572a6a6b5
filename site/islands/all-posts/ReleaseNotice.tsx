import type { z } from 'zod';
import type { releaseListResponse } from '#contracts/job.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';

const loadReleases = (signal: AbortSignal): Promise<z.infer<typeof releaseListResponse>> =>
  callApi('GET', '/api/releases', { signal });

/**
 * Shows why the newest build could not be released; the site has not changed. It shows no error if the API is
 * unavailable, because the list of articles below does.
 */
export function ReleaseNotice() {
  const newest = dataOf(useLoaded(loadReleases).loaded)?.releases[0];
  if (newest?.state !== 'failed') return null;
  return (
    <div className="notice notice--warning" role="status">
      <p>
        The build of {longDate(newest.createdAt)} could not be deployed. The previous release is
        still live.
      </p>
      <pre>{newest.error}</pre>
    </div>
  );
}
