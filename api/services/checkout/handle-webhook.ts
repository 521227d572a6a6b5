import {
  type Checkout,
  changeCheckout,
  findCheckout,
  findCheckoutByPayment,
  findCheckoutByPublicId,
} from '../../db/repositories/checkouts.ts';
import {
  findOrderByCapture,
  findOrderOfCheckout,
  type Order,
} from '../../db/repositories/orders.ts';
import { insertPaymentEvent } from '../../db/repositories/payments.ts';
import { DomainError } from '../../errors.ts';
import type { PaymentEvent, PaymentProviderName } from '../../integrations/payment/provider.ts';
import { recordDispute } from '../disputes/disputes.ts';
import { recordRefunds } from '../orders/record-refunds.ts';
import { syncPayment } from './complete-payment.ts';
import type { PaymentContext } from './payment-context.ts';

/** Result of an event. */
export interface WebhookOutcome {
  /** False for an event that was delivered before. */
  isNew: boolean;
  /** The provider's ID of a dispute about an unknown payment. */
  unknownDispute: string | null;
}

/**
 * Handles a webhook event of a provider. An event counts once and only triggers a poll: the state of a
 * payment is always fetched. Refunds and disputes are taken from the signed event.
 * @throws DomainError NOT_FOUND, EVENT_REFUSED for an invalid signature, BUSY if it must be sent again
 */
export async function handleWebhookEvent(
  context: PaymentContext,
  provider: PaymentProviderName,
  { header, body }: { header: (name: string) => string; body: Buffer },
): Promise<WebhookOutcome> {
  const { database } = context;
  const paymentProvider = context.providers[provider];
  if (!paymentProvider) throw new DomainError('NOT_FOUND');
  const read = await paymentProvider.parseWebhook(header, body);
  if (read.status === 'forged') throw new DomainError('EVENT_REFUSED', { cause: read.reason });
  if (read.status === 'unknown')
    throw new DomainError('BUSY', { retryAfter: 60, cause: read.reason });
  const { event } = read;
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
  if (own) changeCheckout(database, own.id, [own.state], { nextAt: clock() });
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
