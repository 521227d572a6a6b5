import { DAY_MS } from '#contracts/durations.ts';
import type { OrderAddress, OrderResponse, Provider } from '#contracts/order.ts';
import { ORDER_PLACED } from '#contracts/shop-messages.ts';
import { findOrderOfCheckout, type Order } from '../../db/repositories/orders.ts';
import {
  type Checkout,
  type CheckoutState,
  findCheckout,
  findCheckoutByPayment,
  updateCheckout,
} from '../../db/repositories/payments.ts';
import { DomainError } from '../../errors.ts';
import type { Payment, PaymentProvider } from '../../integrations/payment/provider.ts';
import { nextPollAt } from '../../queue/queues.ts';
import { hasEnoughKeys, KEYS_SOLD_OUT } from '../library/library.ts';
import { toOrderResponse } from '../orders/orders.ts';
import { findMismatch, recordRefunds, settleOrder } from '../orders/settle-order.ts';
import type { PaymentContext } from './payment-context.ts';

const UNKNOWN_PAYMENT = 'This payment does not exist, or was made with another account.';

/** Order of a payment, or null while the provider has not confirmed it. */
export type CompletedPayment =
  | { msg: string; order: OrderResponse }
  | { msg: string; order: null; provider: Provider };

/**
 * Completes a payment that the buyer has approved; repeated calls return the same order.
 * Of the request, only the payment ID and the address are trusted.
 * @throws DomainError NOT_FOUND, PAYMENT_DECLINED, PAYMENT_MISSING, STATE_CONFLICT, PAYMENT_UNMATCHED
 */
export async function completePayment(
  context: PaymentContext,
  userId: number,
  { paymentID, address }: { paymentID: string; address?: Partial<OrderAddress> | undefined },
): Promise<CompletedPayment> {
  const { database } = context;
  const checkout = findCheckoutByPayment(database, paymentID);
  // Other members' payments look like unknown ones.
  if (!checkout || checkout.userId !== userId)
    throw new DomainError('NOT_FOUND', { msg: UNKNOWN_PAYMENT });
  if (address) await storeAddress(context, checkout, address);
  const result = await syncPayment(context, checkout.id, { captureNow: true });
  switch (result.status) {
    case 'paid':
      return { msg: ORDER_PLACED, order: toOrderResponse(database, result.order) };
    case 'pending':
      return { msg: PENDING, order: null, provider: checkout.provider };
    case 'unknown':
      return { msg: UNKNOWN, order: null, provider: checkout.provider };
    case 'declined':
      throw new DomainError('PAYMENT_DECLINED');
    case 'waiting':
      throw new DomainError('PAYMENT_MISSING');
    case 'unmatched':
      throw new DomainError('PAYMENT_UNMATCHED');
    case 'ended':
      throw new DomainError('STATE_CONFLICT', {
        msg: `${result.reason || 'This payment was cancelled.'} Your cart is unchanged.`,
      });
  }
}

const PENDING =
  'Your payment is being processed. Your order will appear, and we will email you, as soon as it is confirmed.';
const UNKNOWN =
  'The payment provider is not responding right now. We will keep checking: if your payment went through, your order will appear and we will email you. Please do not pay again.';

/** Stores the address of a checkout; the address of an order is final. */
async function storeAddress(
  { database }: PaymentContext,
  { id, buyer }: Checkout,
  given: Partial<OrderAddress>,
): Promise<void> {
  const { recipient_name = '', line1 = '', city = '', postal_code = '', country_code = '' } = given;
  const address = {
    recipient_name: recipient_name || buyer.name,
    line1,
    city,
    postal_code,
    country_code,
  };
  await database.write(() =>
    updateCheckout(database, id, ['open', 'capturing', 'pending'], { address }),
  );
}

/** Status of a checkout according to its provider. */
export type PaymentStatus =
  | { status: 'paid'; order: Order }
  | { status: 'pending' }
  /** The buyer can try again. */
  | { status: 'declined'; reason: string }
  | { status: 'waiting' }
  | { status: 'ended'; reason: string }
  | { status: 'unmatched'; reason: string }
  | { status: 'unknown'; reason: string };

/** Time for which an expired payment is polled while its provider does not respond, in milliseconds. */
const GRACE_MS = 7 * DAY_MS;

/**
 * Syncs a checkout with its provider: captures an approved payment, and creates the order of a captured
 * one. The return page, webhooks and polling call it; concurrent calls create one order.
 * @param captureNow true if the buyer has just approved: the payment is captured without fetching its state first
 */
export async function syncPayment(
  context: PaymentContext,
  checkoutId: number,
  { captureNow }: { captureNow: boolean },
): Promise<PaymentStatus> {
  const { database } = context;
  const checkout = findCheckout(database, checkoutId);
  if (!checkout) return { status: 'ended', reason: 'It is no longer known.' };
  const { paymentId, provider, state } = checkout;
  if (provider === 'free') return completeFreeCheckout(context, checkout);
  const paymentProvider = context.providers[provider];
  if (!paymentProvider || paymentId === null) return getStoredStatus(context, checkout);
  const canCapture = state === 'open' || state === 'capturing';
  const payment =
    captureNow && canCapture
      ? ({ state: 'approved' } as const)
      : await paymentProvider.getPayment(paymentId);
  if (payment.state !== 'approved' || !canCapture) return recordPayment(context, checkout, payment);
  return capturePayment(context, paymentProvider, checkout, paymentId);
}

/** Captures a payment once: the capture is stored before the provider is called. */
async function capturePayment(
  context: PaymentContext,
  paymentProvider: PaymentProvider,
  { id }: Checkout,
  paymentId: string,
): Promise<PaymentStatus> {
  const { database, clock } = context;
  const capturing = await database.write(() => {
    const current = findCheckout(database, id);
    if (current?.state === 'open' && !hasEnoughKeys(database, current)) {
      const ended = { state: 'ended', reason: KEYS_SOLD_OUT, nextAt: null } as const;
      updateCheckout(database, id, ['open'], ended);
      return undefined;
    }
    return updateCheckout(database, id, ['open', 'capturing'], {
      state: 'capturing',
      nextAt: nextPollAt('capturing', 0, clock()),
    });
  });
  if (!capturing) {
    const current = findCheckout(database, id);
    return current
      ? getStoredStatus(context, current)
      : { status: 'ended', reason: 'It is no longer known.' };
  }
  const payment = await paymentProvider.capture(
    paymentId,
    `${capturing.publicId}-${capturing.declines}`,
  );
  return recordPayment(context, capturing, payment);
}

/** Stores the provider's response. @param requestedCheckout checkout at the time of the request */
async function recordPayment(
  context: PaymentContext,
  requestedCheckout: Checkout,
  payment: Payment,
): Promise<PaymentStatus> {
  const { database } = context;
  const result = await database.write((): PaymentStatus => {
    const checkout = findCheckout(database, requestedCheckout.id);
    if (!checkout) return { status: 'ended', reason: 'It is no longer known.' };
    const before = findOrderOfCheckout(database, checkout.id);
    if (before) {
      if (payment.state === 'captured') recordRefunds(context, before, payment.refunds);
      updateCheckout(database, checkout.id, ['paid'], { nextAt: null });
      return { status: 'paid', order: findOrderOfCheckout(database, checkout.id) ?? before };
    }
    return applyPayment(context, checkout, requestedCheckout, payment);
  });
  if (result.status === 'paid') context.publisher.wake();
  return result;
}

function applyPayment(
  context: PaymentContext,
  checkout: Checkout,
  requestedCheckout: Checkout,
  payment: Payment,
): PaymentStatus {
  const { database, clock } = context;
  const now = clock();
  const change = (
    states: CheckoutState[],
    state: CheckoutState,
    more: Parameters<typeof updateCheckout>[3] = {},
  ) => {
    const pollCount = state === checkout.state ? checkout.pollCount : 0;
    const nextAt = nextPollAt(state, pollCount, now);
    updateCheckout(database, checkout.id, states, { state, pollCount, nextAt, ...more });
  };
  // False if the response belongs to an earlier attempt, or a capture has begun since the request.
  const isCurrent =
    checkout.declines === requestedCheckout.declines && checkout.state === requestedCheckout.state;
  switch (payment.state) {
    case 'captured': {
      const mismatch = findMismatch(context, checkout, payment);
      if (mismatch === null)
        return { status: 'paid', order: settleOrder(context, checkout, payment) };
      change(statesWithoutOrder, 'unmatched', { reason: mismatch });
      return { status: 'unmatched', reason: mismatch };
    }
    case 'pending':
      change(['open', 'capturing', 'pending', 'ended'], 'pending', { reason: payment.reason });
      return { status: 'pending' };
    case 'declined':
      if (isCurrent) {
        const declines = checkout.declines + 1;
        change(['open', 'capturing'], 'open', { reason: payment.reason, declines });
      }
      return { status: 'declined', reason: payment.reason };
    case 'waiting':
      if (checkout.state === 'ended') return { status: 'ended', reason: checkout.reason ?? '' };
      if (!isCurrent) return { status: 'waiting' };
      if (now > checkout.endsAt) {
        const reason = 'The payment was not approved in time.';
        change(['open', 'capturing'], 'ended', { reason });
        return { status: 'ended', reason };
      }
      change(['open', 'capturing'], 'open');
      return { status: 'waiting' };
    case 'ended':
      change(['open', 'capturing', 'pending'], 'ended', { reason: payment.reason });
      return { status: 'ended', reason: payment.reason };
    case 'approved':
      // Approved after the checkout was cancelled: it is not captured.
      return { status: 'ended', reason: checkout.reason ?? '' };
    case 'unknown':
      if (checkout.state === 'open' && now > checkout.endsAt + GRACE_MS) {
        change(['open'], 'ended', { reason: payment.reason });
      }
      return { status: 'unknown', reason: payment.reason };
  }
}

const statesWithoutOrder: CheckoutState[] = [
  'creating',
  'open',
  'capturing',
  'pending',
  'unmatched',
  'ended',
];

async function completeFreeCheckout(
  context: PaymentContext,
  checkout: Checkout,
): Promise<PaymentStatus> {
  const { database, clock } = context;
  const result = await database.write((): PaymentStatus => {
    const current = findCheckout(database, checkout.id);
    const order = findOrderOfCheckout(database, checkout.id);
    if (order) return { status: 'paid', order };
    if (current?.state !== 'open' || current.total !== 0) {
      return { status: 'ended', reason: current?.reason ?? '' };
    }
    if (clock() > current.endsAt) {
      const reason = 'It was not finished in time.';
      updateCheckout(database, current.id, ['open'], { state: 'ended', reason, nextAt: null });
      return { status: 'ended', reason };
    }
    if (!hasEnoughKeys(database, current)) {
      const reason = KEYS_SOLD_OUT;
      updateCheckout(database, current.id, ['open'], { state: 'ended', reason, nextAt: null });
      return { status: 'ended', reason };
    }
    return { status: 'paid', order: settleOrder(context, current, null) };
  });
  if (result.status === 'paid') context.publisher.wake();
  return result;
}

/** Returns the stored status of a checkout whose provider is unavailable. */
function getStoredStatus({ database }: PaymentContext, checkout: Checkout): PaymentStatus {
  const order = findOrderOfCheckout(database, checkout.id);
  if (order) return { status: 'paid', order };
  const reason = checkout.reason ?? '';
  switch (checkout.state) {
    case 'pending':
      return { status: 'pending' };
    case 'unmatched':
      return { status: 'unmatched', reason };
    case 'ended':
      return { status: 'ended', reason };
    case 'creating':
      return { status: 'waiting' };
    default:
      return { status: 'unknown', reason: 'The payment provider is no longer configured.' };
  }
}
