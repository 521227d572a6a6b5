import { setImmediate as nextTurn } from 'node:timers/promises';
import { paginate } from '#contracts/fields.ts';
import { toDecimal, toDecimalText } from '#contracts/money.ts';
import type {
  AdminOrderResponse,
  OrderFilter,
  OrderHistory,
  OrderListQuery,
  OrderResponse,
} from '#contracts/order.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { listRevokedLines } from '../../db/repositories/library.ts';
import {
  countOrders,
  countOrdersOf,
  findOrderByPublicId,
  listOrders,
  listOrdersAfter,
  listOrdersOf,
  listRefundsOf,
  type Order,
  sumOrders,
} from '../../db/repositories/orders.ts';
import {
  findCheckoutByPayment,
  listCheckouts,
  listDisputesOf,
  listOpenDisputes,
  listPaymentEvents,
  listUnmatchedDisputes,
  listUnmatchedPayments,
  updateCheckout,
} from '../../db/repositories/payments.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { subtotalOf } from '../cart/pricing.ts';
import type { PaymentContext } from '../checkout/payment-context.ts';
import { writeCsv } from '../csv.ts';
import { toDisputeResponse } from '../disputes/disputes.ts';
import { mediaUrl } from '../media/store-image.ts';

/** Most unmatched payments, and most disputes, that the list shows. */
const SHOWN_MAX = 50;

const eventsOf = ({ database }: Context, order: Order) =>
  listPaymentEvents(database, order).map(({ eventId, kind, receivedAt }) => ({
    _id: eventId,
    kind,
    receivedAt: iso(receivedAt),
  }));

/** Orders that the export reads at a time, so that other requests do not wait for all of them. */
const BATCH_SIZE = 200;

const columns = [
  'number',
  'date',
  'payment_id',
  'provider',
  'status',
  'buyer',
  'email',
  'country',
  'product',
  'quantity',
  'price',
  'line_total',
  'currency',
  'discount',
  'total',
  'refunded',
  'line_discount',
  'discount_code',
];

/** Returns how much of an order was refunded, as a status. */
export function refundStatusOf({ total, refunded }: Order): OrderResponse['status'] {
  if (refunded === 0) return 'paid';
  return refunded < total ? 'partly-refunded' : 'refunded';
}

/** Converts an order to its documented API response. */
export function toOrderResponse(database: Database, order: Order): OrderResponse {
  const money = (minor: number) => toDecimal(minor, order.currency);
  const revoked = listRevokedLines(database, order.id);
  return {
    _id: order.publicId,
    number: order.number,
    paymentID: order.paymentId,
    provider: order.provider,
    status: refundStatusOf(order),
    address: order.address,
    buyer: order.buyer,
    seller: order.seller,
    taxLine: order.taxLine,
    terms: order.terms,
    consentedAt: iso(order.consentedAt),
    cart: order.lines.map((line, position) => ({
      _id: line.product,
      title: line.title,
      images: line.image === null ? null : { url: mediaUrl({ fileName: line.image }) },
      licenceType: line.licenceType,
      quantity: line.quantity,
      price: money(line.price),
      subtotal: money(subtotalOf(line)),
      discount: money(line.discount),
      files: line.files,
      accessRevoked: revoked.has(position),
    })),
    currency: order.currency,
    subtotal: money(order.subtotal),
    discount: money(order.discount),
    discountCode: order.discountCode,
    total: money(order.total),
    refunded: money(order.refunded),
    refunds: listRefundsOf(database, order.id).map((refund) => ({
      _id: refund.publicId,
      amount: money(refund.amount),
      state: refund.state,
      reason: refund.reason,
      createdAt: iso(refund.createdAt),
    })),
    createdAt: iso(order.createdAt),
  };
}

type Context = Pick<AppContext, 'database'>;

/** Returns one page of a member's orders, newest first, and their unconfirmed payments. */
export function getOrderHistory(
  { database }: Context,
  userId: number,
  query: { page: number; limit: number },
): OrderHistory {
  const orders = countOrdersOf(database, userId);
  const { rows, pageInfo } = paginate(query, orders);
  const underway = listCheckouts(database, userId, ['pending', 'capturing']);
  return {
    ...pageInfo,
    result: listOrdersOf(database, userId, rows).map((order) => toOrderResponse(database, order)),
    orders,
    underway: underway.map(({ paymentId, provider, total, currency, lines, createdAt }) => ({
      paymentID: paymentId ?? '',
      provider,
      currency,
      total: toDecimal(total, currency),
      titles: lines.map(({ title }) => title),
      createdAt: iso(createdAt),
    })),
  };
}

/** Returns an order for its buyer or an admin; others get the error of an unknown order. @throws DomainError NOT_FOUND */
export function getOrder(
  { database }: Context,
  id: string,
  viewer: { userId: number; admin: boolean },
): OrderResponse {
  const order = findOrderByPublicId(database, id);
  if (!order || (order.userId !== viewer.userId && !viewer.admin)) {
    throw new DomainError('NOT_FOUND');
  }
  return toOrderResponse(database, order);
}

/** Returns the amount that can still be refunded, without pending refunds. */
export function getRefundable({ database }: Pick<Context, 'database'>, order: Order): number {
  if (order.captureId === null) return 0;
  const pending = listRefundsOf(database, order.id)
    .filter(({ state }) => state === 'sending')
    .reduce((sum, refund) => sum + refund.amount, 0);
  return Math.max(0, order.total - order.refunded - pending);
}

/** Returns one page of all orders, with unmatched payments and open disputes. */
export function listAllOrders({ database }: Context, { page, limit, ...filter }: OrderListQuery) {
  const { rows, pageInfo } = paginate({ page, limit }, countOrders(database, filter));
  return {
    payments: listOrders(database, filter, rows).map((order) => ({
      ...toOrderResponse(database, order),
      disputes: listDisputesOf(database, order.id).length,
    })),
    ...pageInfo,
    totals: sumOrders(database).map(({ currency, orders, total, refunded }) => ({
      currency,
      orders,
      total: toDecimal(total, currency),
      refunded: toDecimal(refunded, currency),
    })),
    unmatchedPayments: listUnmatchedPayments(database, SHOWN_MAX).map(
      ({ paymentId, reason, createdAt }) => ({
        paymentID: paymentId ?? '',
        reason: reason ?? '',
        createdAt: iso(createdAt),
      }),
    ),
    disputes: listDisputesToShow({ database }),
  };
}

function listDisputesToShow({ database }: Context) {
  const open = listOpenDisputes(database, SHOWN_MAX);
  const openIds = new Set(open.map(({ id }) => id));
  const unmatched = listUnmatchedDisputes(database, SHOWN_MAX).filter(({ id }) => !openIds.has(id));
  return [...open, ...unmatched].map(toDisputeResponse);
}

/** Returns an order with everything that admins see. @throws DomainError NOT_FOUND */
export function getAdminOrder({ database }: Context, id: string): AdminOrderResponse {
  const order = findOrderByPublicId(database, id);
  if (!order) throw new DomainError('NOT_FOUND');
  return {
    ...toOrderResponse(database, order),
    captureID: order.captureId,
    member: findActiveUser(database.query, order.userId)?.publicId ?? null,
    left: toDecimal(getRefundable({ database }, order), order.currency),
    disputes: listDisputesOf(database, order.id).map(toDisputeResponse),
    events: eventsOf({ database }, order),
  };
}

/** Exports orders as CSV in chunks, oldest first, one line per order line. */
export async function* exportOrders(
  { database }: Pick<AppContext, 'database'>,
  filter: OrderFilter,
): AsyncGenerator<string> {
  yield writeCsv([columns]);
  for (let id = 0; ; ) {
    const orders = listOrdersAfter(database, filter, { id, limit: BATCH_SIZE });
    yield writeCsv(orders.flatMap(csvRowsOf));
    if (orders.length < BATCH_SIZE) return;
    id = orders.at(-1)?.id ?? id;
    await nextTurn();
  }
}

function csvRowsOf(order: Order): string[][] {
  const money = (minor: number) => toDecimalText(minor, order.currency);
  return order.lines.map((line) => [
    String(order.number),
    iso(order.createdAt),
    order.paymentId,
    order.provider,
    refundStatusOf(order),
    order.buyer.name,
    order.buyer.email,
    order.address.country_code,
    line.title,
    String(line.quantity),
    money(line.price),
    money(subtotalOf(line)),
    order.currency,
    money(order.discount),
    money(order.total),
    money(order.refunded),
    money(line.discount),
    order.discountCode,
  ]);
}

/**
 * Dismisses an unmatched payment that the owner has resolved with the provider. The checkout ends
 * without an order; if the provider reports the payment again, it is listed again.
 * @throws DomainError NOT_FOUND if the payment is not unmatched
 */
export async function dismissPayment(
  { database }: PaymentContext,
  paymentId: string,
): Promise<void> {
  await database.write(() => {
    const checkout = findCheckoutByPayment(database, paymentId);
    if (checkout?.state !== 'unmatched') throw new DomainError('NOT_FOUND');
    const reason = `${checkout.reason ?? ''} Dismissed by the owner.`.trim();
    updateCheckout(database, checkout.id, ['unmatched'], { state: 'ended', nextAt: null, reason });
  });
}
