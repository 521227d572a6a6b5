import { REFRESH_EVERY_MS } from '#contracts/session-messages.ts';
import { ApiError, lastRefreshAt, refreshSession } from './api-client.ts';

/** Milliseconds until the next attempt after a failed refresh. */
const RETRY_MS = 30_000;

/**
 * Refreshes the access token ten minutes after the last refresh in any tab. All tabs share the time of the
 * last refresh and a lock, so only one of them sends the request.
 */
export function startSessionRefresh(): void {
  const openedAt = Date.now();
  const remaining = () =>
    Math.max(0, (lastRefreshAt() ?? openedAt) + REFRESH_EVERY_MS - Date.now());
  const refreshAfter = (milliseconds: number) => setTimeout(() => void refresh(), milliseconds);

  async function refresh(): Promise<void> {
    if (remaining() > 0) return void refreshAfter(remaining());
    try {
      await refreshSession(Date.now() - REFRESH_EVERY_MS / 2);
      refreshAfter(REFRESH_EVERY_MS);
    } catch (error) {
      // As documented, only the next API call reports a failed refresh. After a 401 there is no retry.
      if (!(error instanceof ApiError) || error.status === 401) return;
      refreshAfter(RETRY_MS);
    }
  }
  refreshAfter(remaining());
}
