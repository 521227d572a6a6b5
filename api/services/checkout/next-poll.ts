import type { CheckoutState } from '../../db/repositories/checkouts.ts';
import { type Backoff, backoffAfter } from '../../queue/backoff.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses between polls. Payments that may have been captured are polled soon and without end. */
const backoffs: Partial<Record<CheckoutState, Backoff>> = {
  creating: { firstMs: HOUR_MS, maxMs: HOUR_MS },
  open: { firstMs: MINUTE_MS, maxMs: HOUR_MS },
  capturing: { firstMs: 5_000, maxMs: HOUR_MS },
  pending: { firstMs: 5 * MINUTE_MS, maxMs: 6 * HOUR_MS },
};

/** Returns the time of the next poll, or null if the state of the checkout is final. */
export function nextPollAt(state: CheckoutState, polls: number, now: number): number | null {
  const backoff = backoffs[state];
  return backoff ? now + backoffAfter(polls + 1, backoff) : null;
}
