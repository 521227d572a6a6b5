import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import type { CheckoutState } from '../db/repositories/payments.ts';
import { type Backoff, backoffAfter, type LeasedQueue, type Queue } from './queue.ts';

/** Jobs of the publisher. One process runs them at a time, the owner of the lease `publisher`. */
export const publisherQueue: LeasedQueue = {
  table: 'jobs',
  waiting: `state = 'queued'`,
  nextAttemptAt: 'run_at',
  attempts: 'attempts',
  owner: 'lease_holder',
  leased: 'running',
  reportable: ['running'],
  // Failed jobs are kept until an admin retries or dismisses them.
  expired: `state IN ('done', 'cancelled') AND finished_at <= @before`,
};

export const emailQueue: LeasedQueue = {
  table: 'emails',
  waiting: `state = 'queued'`,
  nextAttemptAt: 'run_at',
  attempts: 'attempts',
  owner: 'holder',
  leased: 'sending',
  reportable: ['sending', 'unknown'],
  expired: 'ended_at IS NOT NULL AND ended_at <= @before',
};

/** Posts of articles to other services. */
export const crossPostQueue: LeasedQueue = {
  table: 'cross_posts',
  waiting: `state IN ('scheduled', 'unknown') AND next_at IS NOT NULL`,
  nextAttemptAt: 'next_at',
  attempts: 'attempts',
  owner: 'holder',
  leased: 'sending',
  reportable: ['sending', 'unknown'],
};

/** Updates of posts that were sent. */
export const crossPostUpdateQueue: Queue = {
  table: 'cross_posts',
  waiting: `state = 'sent' AND next_at IS NOT NULL`,
  nextAttemptAt: 'next_at',
  attempts: 'attempts',
};

/** Checkouts whose status is polled at the payment provider. */
export const checkoutQueue: Queue = {
  table: 'checkouts',
  waiting: 'next_at IS NOT NULL',
  nextAttemptAt: 'next_at',
  attempts: 'poll_count',
  expired: `state = 'ended' AND created_at < @before`,
};

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

/** Refunds that the payment provider has neither confirmed nor refused. */
export const refundQueue: Queue = {
  table: 'refunds',
  waiting: 'next_at IS NOT NULL',
  nextAttemptAt: 'next_at',
  attempts: 'poll_count',
};

/** Scheduled articles. Each is published in one transaction, so none is ever claimed. */
export const scheduleQueue: Queue = {
  table: 'articles',
  waiting: 'draft = 0 AND deleted_at IS NULL',
  nextAttemptAt: 'scheduled_at',
  attempts: null,
};

/** Confirmed subscribers that are forwarded to the form service of SUBSCRIBE_FORM_URL. */
export const subscriberQueue: Queue = {
  table: 'subscribers',
  waiting: 'forward_at IS NOT NULL',
  nextAttemptAt: 'forward_at',
  attempts: null,
};

/** Backups, nightly and on request. */
export const backupQueue: LeasedQueue = {
  table: 'backup_runs',
  waiting: `state = 'waiting'`,
  nextAttemptAt: 'run_at',
  attempts: 'attempts',
  owner: 'holder',
  leased: 'running',
  reportable: ['running'],
  expired: `state IN ('done', 'failed') AND ended_at < @before`,
};
