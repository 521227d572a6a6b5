import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { releaseListResponse } from '#contracts/job.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';

type Release = z.infer<typeof releaseListResponse>['releases'][number];

/** Says that the newest build could not be put in place, and why; the site stays as it was. */
export function ReleaseNotice() {
  const [failed, setFailed] = useState<Release | null>(null);
  useEffect(() => {
    callApi<z.infer<typeof releaseListResponse>>('GET', '/api/releases')
      .then(({ releases: [newest] }) => setFailed(newest?.state === 'failed' ? newest : null))
      // The list of articles below says so itself when the API cannot be reached.
      .catch(() => undefined);
  }, []);
  if (!failed) return null;
  return (
    <div className="notice notice--warning" role="status">
      <p>
        The build of {longDate(failed.createdAt)} could not be deployed. The previous release is
        still live.
      </p>
      <pre>{failed.error}</pre>
    </div>
  );
}
