import { settingOf } from '../../db/hot/setting-of.ts';
import {
  anonymiseCheckouts,
  type Checkout,
  changeCheckout,
  findCheckout,
} from '../../db/repositories/checkouts.ts';
import { anonymiseOrders } from '../../db/repositories/orders.ts';
import { claim, hasDue, listDue, purge, reschedule } from '../../queue/queue.ts';
import { checkoutQueue, nextPollAt } from '../../queue/queues.ts';
import { type PaymentStatus, syncPayment } from './complete-payment.ts';
import type { PaymentContext } from './payment-context.ts';

const DAYS_A_YEAR = 365.25;
const DAY_MS = 86_400_000;
/** Milliseconds for which checkouts without an order are kept. */
const KEEP_ENDED_MS = 90 * 86_400_000;

/** Checkout that was polled, and its status. */
export interface PolledCheckout {
  checkout: Checkout;
  payment: PaymentStatus;
}

/**
 * Polls the payment provider for the checkout that has been due longest. It creates the order also if
 * the buyer has closed the window, a response was lost, or the server was down.
 * @returns the checkout and its status, or null if none is due
 */
export async function pollNextPayment(context: PaymentContext): Promise<PolledCheckout | null> {
  const { database, clock } = context;
  if (!hasDue(database, checkoutQueue, clock())) return null;
  const { checkout, canPoll } = await database.write(() => claimNext(context));
  if (!checkout) return null;
  if (canPoll) return { checkout, payment: await poll(context, checkout) };
  return { checkout, payment: { status: 'ended', reason: checkout.reason ?? '' } };
}

/** Claims the next due checkout until its next poll, so that no other process polls it. */
function claimNext({ database, clock, providers }: PaymentContext): {
  checkout?: Checkout;
  canPoll: boolean;
} {
  const now = clock();
  const [id] = listDue(database, checkoutQueue, { now, limit: 1 });
  const due = id === undefined ? undefined : findCheckout(database, id);
  if (!due) return { canPoll: false };
  if (due.state === 'creating') {
    const ended = { state: 'ended', reason: 'It was never started.', nextAt: null } as const;
    const checkout = changeCheckout(database, due.id, ['creating'], ended);
    return { ...(checkout && { checkout }), canPoll: false };
  }
  const hasProvider = due.provider === 'free' || providers[due.provider] !== undefined;
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

async function poll(context: PaymentContext, checkout: Checkout): Promise<PaymentStatus> {
  // A free checkout is completed by its buyer only, never by polling.
  if (checkout.provider !== 'free') return syncPayment(context, checkout.id, { captureNow: false });
  const { database, clock } = context;
  if (clock() <= checkout.endsAt) return { status: 'waiting' };
  await database.write(() =>
    changeCheckout(database, checkout.id, ['open'], {
      state: 'ended',
      reason: 'It was not finished in time.',
      nextAt: null,
    }),
  );
  return { status: 'ended', reason: findCheckout(database, checkout.id)?.reason ?? '' };
}

/** Deletes old checkouts without an order. */
export async function purgeCheckouts({ database, clock }: PaymentContext): Promise<void> {
  await database.write(() => purge(database, checkoutQueue, clock() - KEEP_ENDED_MS));
}

/** Removes the buyers of deleted accounts from orders after the retention period of the settings. */
export async function anonymiseOldOrders({
  database,
  clock,
}: Pick<PaymentContext, 'database' | 'clock'>): Promise<void> {
  const years = settingOf(database, 'order-years');
  if (years === 0) return;
  const time = clock() - years * DAYS_A_YEAR * DAY_MS;
  await database.write(() => {
    anonymiseOrders(database, { time, now: clock() });
    anonymiseCheckouts(database, time);
  });
}
