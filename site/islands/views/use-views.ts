import { useCallback, useEffect, useState } from 'react';
import type { ViewRange, ViewReport } from '#contracts/views.ts';
import { ApiError, callApi } from '../../lib/api-client.ts';

export type Loaded =
  | { state: 'loading'; last: ViewReport | null }
  | { state: 'ready'; report: ViewReport }
  | { state: 'failed'; reason: string };

/** What was read in a stretch of time; `reload` asks again. */
export function useViews(days: ViewRange): { loaded: Loaded; reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading', last: null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((current) => current + 1), []);

  // `round` asks again for the same days.
  useEffect(() => {
    const abort = new AbortController();
    setLoaded((current) => ({
      state: 'loading',
      last: current.state === 'ready' ? current.report : null,
    }));
    callApi<ViewReport>('GET', `/api/admin/views?days=${days}`, { signal: abort.signal })
      .then((report) => setLoaded({ state: 'ready', report }))
      .catch((error) => {
        if (abort.signal.aborted) return;
        const reason =
          error instanceof ApiError
            ? error.message
            : 'Something went wrong here. Please reload the page.';
        setLoaded({ state: 'failed', reason });
      });
    return () => abort.abort();
  }, [days, round]);
  return { loaded, reload };
}
