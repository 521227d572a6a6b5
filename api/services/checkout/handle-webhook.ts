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
import type { PayerName, PaymentEvent } from '../../integrations/payment/payment-provider.ts';
import { recordDispute } from '../disputes/disputes.ts';
import { noteRefunds } from '../orders/record-refunds.ts';
import { settle } from './complete-payment.ts';
import type { Till } from './payment-context.ts';

/** What came of an event. */
export interface Heard {
  /** False when it was told before. */
  isNew: boolean;
  /** The provider's name of a dispute whose payment nobody here knows. */
  stray: string | null;
}

/**
 * Hears what a provider tells by itself. An event counts once and is no more than a reason to look: what
 * is true of a payment the provider says when it is asked. Refunds and disputes alone are taken from the
 * event, whose signature was right.
 * @throws DomainError NOT_FOUND, EVENT_REFUSED for a wrong signature, BUSY when it has to come again
 */
export async function receiveEvent(
  till: Till,
  provider: PayerName,
  { header, body }: { header: (name: string) => string; body: Buffer },
): Promise<Heard> {
  const { database } = till;
  const payer = till.payers[provider];
  if (!payer) throw new DomainError('NOT_FOUND');
  const read = await payer.readEvent(header, body);
  if (read.end === 'forged') throw new DomainError('EVENT_REFUSED', { cause: read.reason });
  if (read.end === 'unknown') throw new DomainError('BUSY', { retryAfter: 60, cause: read.reason });
  const { event } = read;
  const heard = await database.write(() => store(till, provider, event));
  if (heard.checkout && heard.isNew) await settle(till, heard.checkout.id, { fetchNow: false });
  const stray = event.dispute && !heard.order ? event.dispute.id : null;
  return { isNew: heard.isNew, stray };
}

/** Notes the event, and that the payment is to be looked at, whatever happens to this process. */
function store(
  till: Till,
  provider: PayerName,
  event: PaymentEvent,
): { isNew: boolean; checkout: Checkout | undefined; order: Order | undefined } {
  const { database, clock } = till;
  const order = orderOf(till, event);
  const checkout = checkoutOf(till, event) ?? checkoutOfOrder(till, order);
  const own = checkout?.provider === provider ? checkout : undefined;
  const ownOrder = own ? (order ?? findOrderOfCheckout(database, own.id)) : order;
  const isNew = insertPaymentEvent(database, {
    ...{ provider, eventId: event.id, kind: event.kind, now: clock() },
    ...{ checkoutId: own?.id ?? null, orderId: ownOrder?.id ?? null },
  });
  if (!isNew) return { isNew, checkout: own, order: ownOrder };
  if (event.refund && ownOrder?.provider === provider) noteRefunds(till, ownOrder, [event.refund]);
  if (event.dispute) {
    const known = ownOrder?.provider === provider ? ownOrder : undefined;
    recordDispute(till, provider, { seen: event.dispute, order: known });
  }
  if (own) changeCheckout(database, own.id, [own.state], { nextAt: clock() });
  return { isNew, checkout: own, order: ownOrder };
}

function checkoutOf({ database }: Till, { paymentId, orderId }: PaymentEvent) {
  const byPayment = paymentId === null ? undefined : findCheckoutByPayment(database, paymentId);
  return byPayment ?? (orderId === null ? undefined : findCheckoutByPublicId(database, orderId));
}

function orderOf({ database }: Till, { captureId }: PaymentEvent): Order | undefined {
  return captureId === null ? undefined : findOrderByCapture(database, captureId);
}

function checkoutOfOrder({ database }: Till, order: Order | undefined): Checkout | undefined {
  const id = order?.checkoutId ?? null;
  return id === null ? undefined : findCheckout(database, id);
}
