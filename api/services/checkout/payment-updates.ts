import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#contracts/durations.ts';
import type { DemoChoice, DemoPaymentResponse } from '#contracts/order.ts';
import { CHECKOUT_PATH } from '#contracts/shop-messages.ts';
import { settingOf } from '../../db/hot/site.ts';
import {
  anonymiseOrders,
  findOrderByCapture,
  findOrderOfCheckout,
  type Order,
} from '../../db/repositories/orders.ts';
import {
  anonymiseCheckouts,
  type Checkout,
  findCheckout,
  findCheckoutByPayment,
  findCheckoutByPublicId,
  insertPaymentEvent,
  updateCheckout,
} from '../../db/repositories/payments.ts';
import { DomainError } from '../../errors.ts';
import {
  DEMO_SIGNATURE,
  type DemoPayment,
  signDemoEvent,
} from '../../integrations/payment/demo.ts';
import type { PaymentEvent, PaymentProviderName } from '../../integrations/payment/provider.ts';
import { claim, hasDue, listDue, purge, reschedule } from '../../queue/queue.ts';
import { checkoutQueue, nextPollAt } from '../../queue/queues.ts';
import { recordDispute } from '../disputes/disputes.ts';
import { recordRefunds } from '../orders/settle-order.ts';
import { type PaymentStatus, syncPayment } from './complete-payment.ts';
import {
  createDemoPaymentStore,
  getDemoSigningKey,
  type PaymentContext,
} from './payment-context.ts';

const DAYS_PER_YEAR = 365.25;

/** Milliseconds for which checkouts without an order are kept. */
const ENDED_RETENTION_MS = 90 * DAY_MS;

/** Checkout that was polled, and its status. */
export interface PolledCheckout {
  checkout: Checkout;
  payment: PaymentStatus;
}

/** State of a demo payment after a choice, by its state before; there is none if the choice is not possible. */
const statesAfterChoice: Record<
  DemoChoice,
  Partial<Record<DemoPayment['state'], DemoPayment['state']>>
> = {
  approve: { waiting: 'approved', declining: 'approved', held: 'approved' },
  decline: { waiting: 'declining', approved: 'declining', held: 'declining' },
  hold: { waiting: 'held', approved: 'held', declining: 'held' },
  confirm: { pending: 'captured' },
  reject: { pending: 'denied' },
};

export interface WebhookOutcome {
  /** False for an event that was delivered before. */
  isNew: boolean;
  /** The provider's ID of a dispute about an unknown payment. */
  unknownDispute: string | null;
}

/**
 * Handles a webhook event of a provider. An event counts once and only triggers a poll: the state of a
 * payment is always fetched. Refunds and disputes are taken from the signed event.
 * @throws DomainError NOT_FOUND, SIGNATURE_INVALID for an invalid signature, BUSY if it must be sent again
 */
export async function handleWebhookEvent(
  context: PaymentContext,
  provider: PaymentProviderName,
  { header, body }: { header: (name: string) => string; body: Buffer },
): Promise<WebhookOutcome> {
  const { database } = context;
  const paymentProvider = context.providers[provider];
  if (!paymentProvider) throw new DomainError('NOT_FOUND');
  const webhook = await paymentProvider.parseWebhook(header, body);
  if (webhook.status === 'forged')
    throw new DomainError('SIGNATURE_INVALID', { cause: webhook.reason });
  if (webhook.status === 'unknown')
    throw new DomainError('BUSY', { retryAfter: 60, cause: webhook.reason });
  const { event } = webhook;
  const stored = await database.write(() => storeEvent(context, provider, event));
  if (stored.checkout && stored.isNew)
    await syncPayment(context, stored.checkout.id, { captureNow: false });
  const unknownDispute = event.dispute && !stored.order ? event.dispute.id : null;
  return { isNew: stored.isNew, unknownDispute };
}

/** Stores the event and makes its checkout due, so that a poll follows even if this process ends. */
function storeEvent(
  context: PaymentContext,
  provider: PaymentProviderName,
  event: PaymentEvent,
): { isNew: boolean; checkout: Checkout | undefined; order: Order | undefined } {
  const { database, clock } = context;
  const order = orderOf(context, event);
  const checkout = checkoutOf(context, event) ?? checkoutOfOrder(context, order);
  const own = checkout?.provider === provider ? checkout : undefined;
  const ownOrder = own ? (order ?? findOrderOfCheckout(database, own.id)) : order;
  const isNew = insertPaymentEvent(database, {
    provider,
    eventId: event.id,
    kind: event.kind,
    checkoutId: own?.id ?? null,
    orderId: ownOrder?.id ?? null,
    now: clock(),
  });
  if (!isNew) return { isNew, checkout: own, order: ownOrder };
  if (event.refund && ownOrder?.provider === provider)
    recordRefunds(context, ownOrder, [event.refund]);
  if (event.dispute) {
    const matchingOrder = ownOrder?.provider === provider ? ownOrder : undefined;
    recordDispute(context, provider, { seen: event.dispute, order: matchingOrder });
  }
  if (own) updateCheckout(database, own.id, [own.state], { nextAt: clock() });
  return { isNew, checkout: own, order: ownOrder };
}

function checkoutOf({ database }: PaymentContext, { paymentId, orderId }: PaymentEvent) {
  const byPayment = paymentId === null ? undefined : findCheckoutByPayment(database, paymentId);
  return byPayment ?? (orderId === null ? undefined : findCheckoutByPublicId(database, orderId));
}

function orderOf({ database }: PaymentContext, { captureId }: PaymentEvent): Order | undefined {
  return captureId === null ? undefined : findOrderByCapture(database, captureId);
}

function checkoutOfOrder(
  { database }: PaymentContext,
  order: Order | undefined,
): Checkout | undefined {
  const id = order?.checkoutId ?? null;
  return id === null ? undefined : findCheckout(database, id);
}

/** Returns a payment for the demo payment page. @throws DomainError NOT_FOUND */
export function getDemoPayment(
  context: PaymentContext,
  userId: number,
  id: string,
): DemoPaymentResponse {
  const { total, state, cancelUrl } = findOwnDemoPayment(context, userId, id);
  return { paymentID: id, currency: total.currency, total: total.value, state, cancelUrl };
}

/**
 * Applies a choice of the buyer, or a later decision of the bank, which sends a signed event to the shop as
 * a real provider does.
 * @returns the path on which the buyer continues
 * @throws DomainError NOT_FOUND, STATE_CONFLICT if the state does not allow the choice
 */
export async function chooseDemoOutcome(
  context: PaymentContext,
  userId: number,
  { id, choice }: { id: string; choice: DemoChoice },
): Promise<string> {
  findOwnDemoPayment(context, userId, id);
  const payment = await createDemoPaymentStore(context).change(id, (before) => {
    const state = statesAfterChoice[choice][before.state];
    if (!state) throw new DomainError('STATE_CONFLICT');
    return { ...before, state };
  });
  if (!payment) throw new DomainError('NOT_FOUND');
  if (choice === 'confirm' || choice === 'reject') {
    const kind = choice === 'confirm' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED';
    await sendDemoEvent(context, { id: randomUUID(), kind, paymentId: id });
  }
  return `${CHECKOUT_PATH}?token=${encodeURIComponent(id)}`;
}

async function sendDemoEvent(
  context: PaymentContext,
  event: { id: string; kind: string; paymentId: string },
) {
  const body = Buffer.from(JSON.stringify(event));
  const signature = signDemoEvent(getDemoSigningKey(context), body);
  const header = (name: string) => (name === DEMO_SIGNATURE ? signature : '');
  await handleWebhookEvent(context, 'demo', { header, body });
}

/** Finds a payment of the member; other members' payments look like unknown ones. */
function findOwnDemoPayment(context: PaymentContext, userId: number, id: string): DemoPayment {
  const checkout = context.providers.demo ? findCheckoutByPayment(context.database, id) : undefined;
  const payment =
    checkout?.userId === userId && checkout.provider === 'demo'
      ? createDemoPaymentStore(context).find(id)
      : undefined;
  if (!payment) throw new DomainError('NOT_FOUND');
  return payment;
}

/**
 * Polls the payment provider for the checkout that has been due longest. It creates the order also if
 * the buyer has closed the window, a response was lost, or the server was down.
 * @returns the checkout and its status, or null if none is due
 */
export async function pollNextPayment(context: PaymentContext): Promise<PolledCheckout | null> {
  const { database, clock } = context;
  if (!hasDue(database, checkoutQueue, clock())) return null;
  const { checkout, canPoll } = await database.write(() => claimNextCheckout(context));
  if (!checkout) return null;
  if (canPoll) return { checkout, payment: await pollCheckout(context, checkout) };
  return { checkout, payment: { status: 'ended', reason: checkout.reason ?? '' } };
}

/** Claims the next due checkout until its next poll, so that no other process polls it. */
function claimNextCheckout({ database, clock, providers }: PaymentContext): {
  checkout?: Checkout;
  canPoll: boolean;
} {
  const now = clock();
  const [id] = listDue(database, checkoutQueue, { now, limit: 1 });
  const due = id === undefined ? undefined : findCheckout(database, id);
  if (!due) return { canPoll: false };
  if (due.state === 'creating') {
    const ended = { state: 'ended', reason: 'It was never started.', nextAt: null } as const;
    const checkout = updateCheckout(database, due.id, ['creating'], ended);
    return { ...(checkout && { checkout }), canPoll: false };
  }
  const hasProvider = due.provider === 'free' || providers[due.provider] !== undefined;
  const until = hasProvider
    ? nextPollAt(due.state, due.pollCount + 1, now)
    : nextPollAt('pending', due.pollCount, now);
  if (until === null) {
    // A checkout in a final state is polled one last time.
    reschedule(database, checkoutQueue, { id: due.id, leaseUntil: due.nextAt ?? now }, null);
  } else claim(database, checkoutQueue, { now, until, scope: { id: due.id } });
  const checkout = findCheckout(database, due.id);
  return hasProvider && checkout ? { checkout, canPoll: true } : { canPoll: false };
}

async function pollCheckout(context: PaymentContext, checkout: Checkout): Promise<PaymentStatus> {
  // A free checkout is completed by its buyer only, never by polling.
  if (checkout.provider !== 'free') return syncPayment(context, checkout.id, { captureNow: false });
  const { database, clock } = context;
  if (clock() <= checkout.endsAt) return { status: 'waiting' };
  await database.write(() =>
    updateCheckout(database, checkout.id, ['open'], {
      state: 'ended',
      reason: 'It was not finished in time.',
      nextAt: null,
    }),
  );
  return { status: 'ended', reason: findCheckout(database, checkout.id)?.reason ?? '' };
}

/** Deletes old checkouts without an order. */
export async function purgeCheckouts({ database, clock }: PaymentContext): Promise<void> {
  await database.write(() => purge(database, checkoutQueue, clock() - ENDED_RETENTION_MS));
}

/** Removes the buyers of deleted accounts from orders after the retention period of the settings. */
export async function anonymiseOldOrders({
  database,
  clock,
}: Pick<PaymentContext, 'database' | 'clock'>): Promise<void> {
  const years = settingOf(database, 'order-years');
  if (years === 0) return;
  const time = clock() - years * DAYS_PER_YEAR * DAY_MS;
  await database.write(() => {
    anonymiseOrders(database, { time, now: clock() });
    anonymiseCheckouts(database, time);
  });
}
