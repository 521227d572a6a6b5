import {
  anonymiseCheckouts,
  type Checkout,
  changeCheckout,
  findCheckout,
} from '../../db/repositories/checkouts.ts';
import { anonymiseOrders } from '../../db/repositories/orders.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import { claim, hasDue, listDue, purge, reschedule } from '../../queue/queue.ts';
import { checkoutQueue, nextPollAt } from '../../queue/queues.ts';
import { type Settled, settle } from './complete-payment.ts';
import type { Till } from './payment-context.ts';

const DAYS_A_YEAR = 365.25;
const DAY_MS = 86_400_000;
/** Milliseconds for which checkouts without an order are kept. */
const KEEP_ENDED_MS = 90 * 86_400_000;

/** Checkout that was polled, and its status. */
export interface Reconciled {
  checkout: Checkout;
  settled: Settled;
}

/**
 * Polls the payment provider for the checkout that has been due longest. It creates the order also if
 * the buyer has closed the window, a response was lost, or the server was down.
 * @returns the checkout and its status, or null if none is due
 */
export async function reconcileNext(till: Till): Promise<Reconciled | null> {
  const { database, clock } = till;
  if (!hasDue(database, checkoutQueue, clock())) return null;
  const { checkout, canPoll } = await database.write(() => claimNext(till));
  if (!checkout) return null;
  if (canPoll) return { checkout, settled: await poll(till, checkout) };
  return { checkout, settled: { end: 'ended', reason: checkout.reason ?? '' } };
}

/** Claims the next due checkout until its next poll, so that no other process polls it. */
function claimNext({ database, clock, payers }: Till): { checkout?: Checkout; canPoll: boolean } {
  const now = clock();
  const [id] = listDue(database, checkoutQueue, { now, limit: 1 });
  const due = id === undefined ? undefined : findCheckout(database, id);
  if (!due) return { canPoll: false };
  if (due.state === 'creating') {
    const ended = { state: 'ended', reason: 'It was never started.', nextAt: null } as const;
    const checkout = changeCheckout(database, due.id, ['creating'], ended);
    return { ...(checkout && { checkout }), canPoll: false };
  }
  const hasProvider = due.provider === 'free' || payers[due.provider] !== undefined;
  const until = hasProvider
    ? nextPollAt(due.state, due.looks + 1, now)
    : nextPollAt('pending', due.looks, now);
  if (until === null) {
    // A final state is polled this once.
    reschedule(database, checkoutQueue, { id: due.id, leaseUntil: due.nextAt ?? now }, null);
  } else claim(database, checkoutQueue, { now, until, scope: { id: due.id } });
  const checkout = findCheckout(database, due.id);
  return hasProvider && checkout ? { checkout, canPoll: true } : { canPoll: false };
}

async function poll(till: Till, checkout: Checkout): Promise<Settled> {
  // A free checkout is completed by its buyer only, never by polling.
  if (checkout.provider !== 'free') return settle(till, checkout.id, { fetchNow: false });
  const { database, clock } = till;
  if (clock() <= checkout.endsAt) return { end: 'waiting' };
  await database.write(() =>
    changeCheckout(database, checkout.id, ['open'], {
      ...{ state: 'ended', reason: 'It was not finished in time.', nextAt: null },
    }),
  );
  return { end: 'ended', reason: findCheckout(database, checkout.id)?.reason ?? '' };
}

/** Deletes old checkouts without an order. */
export async function purgeCheckouts({ database, clock }: Till): Promise<void> {
  await database.write(() => purge(database, checkoutQueue, clock() - KEEP_ENDED_MS));
}

/** Takes the buyers out of orders whose account is gone, once the law does not want them any more. */
export async function anonymiseOldOrders({
  database,
  clock,
}: Pick<Till, 'database' | 'clock'>): Promise<void> {
  const years = settingOf(database, 'order-years');
  if (years === 0) return;
  const time = clock() - years * DAYS_A_YEAR * DAY_MS;
  await database.write(() => {
    anonymiseOrders(database, { time, now: clock() });
    anonymiseCheckouts(database, time);
  });
}
