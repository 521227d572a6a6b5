import { REFRESH_EVERY_MS } from '#contracts/session-messages.ts';
import { ApiError, refreshedAt, refreshSession } from './api-client.ts';

/** Milliseconds until the next try where no answer came. */
const RETRY_MS = 30_000;

/**
 * Asks for a fresh access token ten minutes after any tab last did. All tabs go by the same time and
 * queue for the same lock, so that one of them asks and the others find it done.
 */
export function keepFresh(): void {
  const openedAt = Date.now();
  const wait = () => Math.max(0, (refreshedAt() ?? openedAt) + REFRESH_EVERY_MS - Date.now());
  const next = (milliseconds: number) => setTimeout(() => void refresh(), milliseconds);

  async function refresh(): Promise<void> {
    if (wait() > 0) return void next(wait());
    try {
      await refreshSession(Date.now() - REFRESH_EVERY_MS / 2);
      next(REFRESH_EVERY_MS);
    } catch (error) {
      // As documented, a failed refresh is only noticed by the next call. An ended session stays so.
      if (!(error instanceof ApiError) || error.status === 401) return;
      next(RETRY_MS);
    }
  }
  next(wait());
}
