import { SUM_MAX, toDecimalText, toMinor } from '#contracts/money.ts';
import type { OrderAddress, OrderResponse, Provider } from '#contracts/order.ts';
import { ORDER_PLACED } from '#contracts/shop-words.ts';
import {
  type Checkout,
  type CheckoutState,
  changeCheckout,
  findCheckout,
  findCheckoutByPayment,
} from '../../db/repositories/checkouts.ts';
import { findOrderOfCheckout, type Order } from '../../db/repositories/orders.ts';
import { DomainError } from '../../errors.ts';
import type { Captured, Payer, Payment } from '../../integrations/payment/payment-provider.ts';
import { nextPollAt } from '../../queue/queues.ts';
import { hasEnoughKeys, KEYS_SOLD_OUT } from '../library/keys.ts';
import { fulfil } from '../orders/fulfil.ts';
import { toOrderResponse } from '../orders/orders.ts';
import { noteRefunds } from '../orders/record-refunds.ts';
import type { Till } from './payment-context.ts';

/** What became of a payment: its order, or the promise of one. */
export type Finished =
  | { msg: string; order: OrderResponse }
  | { msg: string; order: null; provider: Provider };

/**
 * Finishes a payment that its buyer has agreed to; called again it answers the same order. Of what comes
 * from outside only the name of the payment and the address are believed.
 * @throws DomainError NOT_FOUND, PAYMENT_DECLINED, PAYMENT_MISSING, STATE_CONFLICT, PAYMENT_TROUBLE
 */
export async function finishPayment(
  till: Till,
  userId: number,
  { paymentID, address }: { paymentID: string; address?: Partial<OrderAddress> | undefined },
): Promise<Finished> {
  const { database } = till;
  const checkout = findCheckoutByPayment(database, paymentID);
  // As if another's payment were not there.
  if (!checkout || checkout.userId !== userId) throw new DomainError('NOT_FOUND');
  if (address) await keepAddress(till, checkout, address);
  const settled = await settle(till, checkout.id, { fetchNow: true });
  switch (settled.end) {
    case 'paid':
      return { msg: ORDER_PLACED, order: toOrderResponse(database, settled.order) };
    case 'pending':
      return { msg: PENDING, order: null, provider: checkout.provider };
    case 'unknown':
      return { msg: UNKNOWN, order: null, provider: checkout.provider };
    case 'declined':
      throw new DomainError('PAYMENT_DECLINED');
    case 'waiting':
      throw new DomainError('PAYMENT_MISSING');
    case 'trouble':
      throw new DomainError('PAYMENT_TROUBLE');
    case 'ended':
      throw new DomainError('STATE_CONFLICT', {
        msg: `${settled.reason || 'This payment was cancelled.'} Your cart is unchanged.`,
      });
  }
}

const PENDING =
  'Your payment is being processed. Your order will appear, and we will email you, as soon as it is confirmed.';
const UNKNOWN =
  'The payment provider is not responding right now. We will keep checking: if your payment went through, your order will appear and we will email you. Please do not pay again.';

/** Only until there is an order: what that says stays. */
async function keepAddress(
  { database }: Till,
  { id, buyer }: Checkout,
  given: Partial<OrderAddress>,
): Promise<void> {
  const { recipient_name = '', line1 = '', city = '', postal_code = '', country_code = '' } = given;
  const address = {
    recipient_name: recipient_name || buyer.name,
    ...{ line1, city, postal_code, country_code },
  };
  await database.write(() =>
    changeCheckout(database, id, ['open', 'capturing', 'pending'], { address }),
  );
}

/** How a checkout stands once its provider was asked. */
export type Settled =
  | { end: 'paid'; order: Order }
  | { end: 'pending' }
  /** Declined, or not agreed to: the buyer may try again. */
  | { end: 'declined'; reason: string }
  | { end: 'waiting' }
  | { end: 'ended'; reason: string }
  | { end: 'trouble'; reason: string }
  | { end: 'unknown'; reason: string };

/** Milliseconds after its end that a payment is still asked about while its provider is away. */
const GRACE_MS = 7 * 86_400_000;

/**
 * Brings a checkout in line with what its provider says, fetches money that was agreed to, and makes the
 * order once it has arrived. Return page, webhook and reconciliation all come here; however many of them
 * at once, there is one order.
 * @param fetchNow whether the buyer has just said that they agreed: then the money is fetched at once
 */
export async function settle(
  till: Till,
  checkoutId: number,
  { fetchNow }: { fetchNow: boolean },
): Promise<Settled> {
  const { database } = till;
  const checkout = findCheckout(database, checkoutId);
  if (!checkout) return { end: 'ended', reason: 'It is no longer known.' };
  const { paymentId, provider, state } = checkout;
  if (provider === 'free') return settleFree(till, checkout);
  const payer = till.payers[provider];
  if (!payer || paymentId === null) return standing(till, checkout);
  const mayFetch = state === 'open' || state === 'capturing';
  const said =
    fetchNow && mayFetch ? ({ state: 'approved' } as const) : await payer.look(paymentId);
  if (said.state !== 'approved' || !mayFetch) return conclude(till, checkout, said);
  return fetchMoney(till, payer, checkout, paymentId);
}

/** Fetches the money, once: what was begun is written down before the provider hears of it. */
async function fetchMoney(
  till: Till,
  payer: Payer,
  { id }: Checkout,
  paymentId: string,
): Promise<Settled> {
  const { database, clock } = till;
  const begun = await database.write(() => {
    const now = findCheckout(database, id);
    if (now?.state === 'open' && !hasEnoughKeys(database, now)) {
      const ended = { state: 'ended', reason: KEYS_SOLD_OUT, nextAt: null } as const;
      changeCheckout(database, id, ['open'], ended);
      return undefined;
    }
    return changeCheckout(database, id, ['open', 'capturing'], {
      state: 'capturing',
      nextAt: nextPollAt('capturing', 0, clock()),
    });
  });
  if (!begun) {
    const now = findCheckout(database, id);
    return now ? standing(till, now) : { end: 'ended', reason: 'It is no longer known.' };
  }
  const said = await payer.capture(paymentId, `${begun.publicId}-${begun.declines}`);
  return conclude(till, begun, said);
}

/** Writes down what the provider has said. @param asked the checkout as it was when it was asked */
async function conclude(till: Till, asked: Checkout, said: Payment): Promise<Settled> {
  const { database } = till;
  const settled = await database.write((): Settled => {
    const checkout = findCheckout(database, asked.id);
    if (!checkout) return { end: 'ended', reason: 'It is no longer known.' };
    const before = findOrderOfCheckout(database, checkout.id);
    if (before) {
      if (said.state === 'captured') noteRefunds(till, before, said.refunds);
      changeCheckout(database, checkout.id, ['paid'], { nextAt: null });
      return { end: 'paid', order: findOrderOfCheckout(database, checkout.id) ?? before };
    }
    return record(till, checkout, asked, said);
  });
  if (settled.end === 'paid') till.publisher.wake();
  return settled;
}

function record(till: Till, checkout: Checkout, asked: Checkout, said: Payment): Settled {
  const { database, clock } = till;
  const now = clock();
  const change = (
    states: CheckoutState[],
    state: CheckoutState,
    more: Parameters<typeof changeCheckout>[3] = {},
  ) => {
    const looks = state === checkout.state ? checkout.looks : 0;
    const nextAt = nextPollAt(state, looks, now);
    changeCheckout(database, checkout.id, states, { state, looks, nextAt, ...more });
  };
  // What a try before the last one came to says nothing about the last one.
  const isLast = checkout.declines === asked.declines;
  switch (said.state) {
    case 'captured': {
      const odd = oddities(till, checkout, said);
      if (odd === null) return { end: 'paid', order: paid(till, checkout, said) };
      change(anyState, 'trouble', { reason: odd });
      return { end: 'trouble', reason: odd };
    }
    case 'pending':
      change(['open', 'capturing', 'pending', 'ended'], 'pending', { reason: said.reason });
      return { end: 'pending' };
    case 'declined':
      if (isLast) {
        const declines = checkout.declines + 1;
        change(['open', 'capturing'], 'open', { reason: said.reason, declines });
      }
      return { end: 'declined', reason: said.reason };
    case 'waiting':
      if (checkout.state === 'ended') return { end: 'ended', reason: checkout.reason ?? '' };
      if (now > checkout.endsAt) {
        const reason = 'The payment was not approved in time.';
        change(['open', 'capturing'], 'ended', { reason });
        return { end: 'ended', reason };
      }
      if (isLast) change(['open', 'capturing'], 'open');
      return { end: 'waiting' };
    case 'ended':
      change(['open', 'capturing', 'pending'], 'ended', { reason: said.reason });
      return { end: 'ended', reason: said.reason };
    case 'approved':
      // Agreed to after it was called off: the money is left where it is.
      return { end: 'ended', reason: checkout.reason ?? '' };
    case 'unknown':
      if (checkout.state === 'open' && now > checkout.endsAt + GRACE_MS) {
        change(['open'], 'ended', { reason: said.reason });
      }
      return { end: 'unknown', reason: said.reason };
  }
}

const anyState: CheckoutState[] = [
  ...(['creating', 'open', 'capturing', 'pending', 'trouble', 'ended'] as const),
];

/** What does not fit between the money and what was bought, or null. */
function oddities({ config }: Till, checkout: Checkout, money: Captured): string | null {
  const { currency } = checkout;
  if (money.orderId !== checkout.publicId) return 'The payment belongs to another order.';
  const came = toMinor(Number(money.sum.value), currency, SUM_MAX);
  if (money.sum.currency !== currency || came !== checkout.total) {
    const value = toDecimalText(checkout.total, currency);
    const what = `${money.sum.value} ${money.sum.currency}`;
    return `Received ${what} instead of ${value} ${currency}.`;
  }
  const merchant = checkout.provider === 'paypal' ? config.paypal?.merchantId : null;
  if (merchant && money.payee !== null && money.payee !== merchant) {
    return 'The money went to another recipient.';
  }
  return null;
}

/** Makes the order of money that fits. */
function paid(till: Till, checkout: Checkout, money: Captured): Order {
  const order = fulfil(till, checkout, money);
  noteRefunds(till, order, money.refunds);
  return findOrderOfCheckout(till.database, checkout.id) ?? order;
}

async function settleFree(till: Till, checkout: Checkout): Promise<Settled> {
  const { database, clock } = till;
  const settled = await database.write((): Settled => {
    const now = findCheckout(database, checkout.id);
    const order = findOrderOfCheckout(database, checkout.id);
    if (order) return { end: 'paid', order };
    if (now?.state !== 'open' || now.total !== 0) {
      return { end: 'ended', reason: now?.reason ?? '' };
    }
    if (clock() > now.endsAt) {
      const reason = 'It was not finished in time.';
      changeCheckout(database, now.id, ['open'], { state: 'ended', reason, nextAt: null });
      return { end: 'ended', reason };
    }
    if (!hasEnoughKeys(database, now)) {
      const reason = KEYS_SOLD_OUT;
      changeCheckout(database, now.id, ['open'], { state: 'ended', reason, nextAt: null });
      return { end: 'ended', reason };
    }
    return { end: 'paid', order: fulfil(till, now, null) };
  });
  if (settled.end === 'paid') till.publisher.wake();
  return settled;
}

/** How a checkout stands where nobody can be asked. */
function standing({ database }: Till, checkout: Checkout): Settled {
  const order = findOrderOfCheckout(database, checkout.id);
  if (order) return { end: 'paid', order };
  const reason = checkout.reason ?? '';
  switch (checkout.state) {
    case 'pending':
      return { end: 'pending' };
    case 'trouble':
      return { end: 'trouble', reason };
    case 'ended':
      return { end: 'ended', reason };
    case 'creating':
      return { end: 'waiting' };
    default:
      return { end: 'unknown', reason: 'The payment provider is no longer configured.' };
  }
}
