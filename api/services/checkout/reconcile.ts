import {
  type Checkout,
  changeCheckout,
  findCheckout,
  forgetEndedCheckouts,
  listDueCheckouts,
} from '../../db/repositories/checkouts.ts';
import { nextLook } from './next-look.ts';
import { type Settled, settle } from './settle.ts';
import type { Till } from './till.ts';

/** Milliseconds that attempts are kept which came to nothing. */
const KEEP_ENDED_MS = 90 * 86_400_000;

/** What was looked at, and how it stands. */
export interface Reconciled {
  checkout: Checkout;
  settled: Settled;
}

/**
 * Asks about the payment that has waited longest for it: buyers close windows, answers get lost and
 * machines go down, and still who has paid gets their order.
 * @returns what was found, or null when nothing is due
 */
export async function reconcileNext(till: Till): Promise<Reconciled | null> {
  const { database, clock } = till;
  if (listDueCheckouts(database, clock(), 1).length === 0) return null;
  const claimed = await database.write((): { checkout: Checkout | null; asks: boolean } => {
    const now = clock();
    const [due] = listDueCheckouts(database, now, 1);
    if (!due) return { checkout: null, asks: false };
    if (due.state === 'creating' || (due.provider !== 'free' && !till.payers[due.provider])) {
      return { checkout: giveUp(till, due), asks: false };
    }
    // The next look is set before this one, so that no other process looks at the same time.
    const nextAt = nextLook(due.state, due.looks + 1, now);
    const looked = { nextAt, looks: due.looks + 1 };
    const checkout = changeCheckout(database, due.id, [due.state], looked) ?? null;
    return { checkout, asks: true };
  });
  const { checkout, asks } = claimed;
  if (!checkout) return null;
  if (!asks) return { checkout, settled: { end: 'ended', reason: checkout.reason ?? '' } };
  return { checkout, settled: await lookAt(till, checkout) };
}

/** Nobody has been told where to pay it, or nobody is left to ask. */
function giveUp(till: Till, due: Checkout): Checkout | null {
  const { database, clock } = till;
  if (due.state === 'creating') {
    const ended = { state: 'ended', reason: 'It was never begun.', nextAt: null } as const;
    return changeCheckout(database, due.id, ['creating'], ended) ?? null;
  }
  const nextAt = nextLook('pending', due.looks, clock());
  changeCheckout(database, due.id, [due.state], { nextAt, looks: due.looks + 1 });
  return null;
}

async function lookAt(till: Till, checkout: Checkout): Promise<Settled> {
  // What costs nothing is had by asking for it, never by waiting.
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

/** Forgets attempts of long ago that came to nothing. */
export async function sweepCheckouts({ database, clock }: Till): Promise<void> {
  await database.write(() => forgetEndedCheckouts(database, clock() - KEEP_ENDED_MS));
}
