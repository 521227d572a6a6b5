import { useCallback } from 'react';
import type { ViewRange, ViewReport } from '#contracts/views.ts';
import { callApi } from '../../lib/api-client.ts';
import { useLoaded } from '../use-loaded.ts';

/** What was read in a stretch of time; `reload` asks again. */
export function useViews(days: ViewRange) {
  const load = useCallback(
    (signal: AbortSignal) =>
      callApi<ViewReport>('GET', `/api/admin/views?days=${days}`, { signal }),
    [days],
  );
  return useLoaded(load);
}
