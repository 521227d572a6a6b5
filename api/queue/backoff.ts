/** Pauses between attempts, in milliseconds. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/** For calls of external services, which may be down for hours. */
export const externalBackoff: Backoff = { firstMs: 30_000, maxMs: 6 * 3_600_000 };

/** For jobs of this server, which are retried if the disk is full or fails. */
export const localBackoff: Backoff = { firstMs: 1000, maxMs: 5000 };

/** For calls of object storage that somebody or something waits for. */
export const storageBackoff: Backoff = { firstMs: 200, maxMs: 5000 };

/** Returns the pause after so many attempts, in milliseconds; it doubles with each attempt. */
export function backoffAfter(attempts: number, { firstMs, maxMs }: Backoff): number {
  // Beyond 2^30 the product could lose precision, and each maximum is reached long before.
  return Math.min(firstMs * 2 ** Math.min(Math.max(attempts - 1, 0), 30), maxMs);
}
