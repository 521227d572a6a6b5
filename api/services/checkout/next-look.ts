import type { CheckoutState } from '../../db/repositories/checkouts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Milliseconds until a payment is asked about again, the first time and at most; each look in vain
 * doubles the first. Money that may have been fetched is asked for soon and without an end.
 */
const rhythm: Partial<Record<CheckoutState, { first: number; most: number }>> = {
  creating: { first: HOUR_MS, most: HOUR_MS },
  open: { first: MINUTE_MS, most: HOUR_MS },
  capturing: { first: 5_000, most: HOUR_MS },
  pending: { first: 5 * MINUTE_MS, most: 6 * HOUR_MS },
};

/** When a payment is asked about again; null where nothing more can come of it. */
export function nextLook(state: CheckoutState, looks: number, now: number): number | null {
  const one = rhythm[state];
  return one ? now + Math.min(one.first * 2 ** Math.min(looks, 30), one.most) : null;
}
