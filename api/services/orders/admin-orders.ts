import { setImmediate as nextTurn } from 'node:timers/promises';
import { toDecimal, toDecimalText } from '#contracts/money.ts';
import type { AdminOrderResponse, OrderFilter, OrderListQuery } from '#contracts/order.ts';
import { iso } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import {
  changeCheckout,
  findCheckoutByPayment,
  listUnmatchedPayments,
} from '../../db/repositories/checkouts.ts';
import {
  listDisputesOf,
  listOpenDisputes,
  listUnmatchedDisputes,
} from '../../db/repositories/disputes.ts';
import {
  countOrders,
  findOrderByPublicId,
  listOrders,
  listOrdersAfter,
  type Order,
  sumOrders,
} from '../../db/repositories/orders.ts';
import { listPaymentEvents } from '../../db/repositories/payments.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { subtotalOf } from '../cart/pricing.ts';
import type { PaymentContext } from '../checkout/payment-context.ts';
import { toDisputeResponse } from '../disputes/disputes.ts';
import { writeCsv } from '../table-file.ts';
import { getRefundable, statusOf, toOrderResponse } from './orders.ts';

type Context = Pick<AppContext, 'database'>;

/** Most unmatched payments, and most disputes, that the list shows. */
const SHOWN_MAX = 50;

/** Returns one page of all orders, with unmatched payments and open disputes. */
export function listAllOrders({ database }: Context, { page, limit, ...filter }: OrderListQuery) {
  const result = countOrders(database, filter);
  const rows = listOrders(database, filter, { limit, offset: (page - 1) * limit });
  return {
    payments: rows.map((order) => ({
      ...toOrderResponse(database, order),
      disputes: listDisputesOf(database, order.id).length,
    })),
    result,
    totals: sumOrders(database).map(({ currency, orders, total, refunded }) => ({
      currency,
      orders,
      total: toDecimal(total, currency),
      refunded: toDecimal(refunded, currency),
    })),
    trouble: listUnmatchedPayments(database, SHOWN_MAX).map(({ paymentId, reason, createdAt }) => ({
      paymentID: paymentId ?? '',
      reason: reason ?? '',
      createdAt: iso(createdAt),
    })),
    disputes: listDisputesToShow({ database }),
    page,
    pages: Math.ceil(result / limit),
  };
}

function listDisputesToShow({ database }: Context) {
  const open = listOpenDisputes(database, SHOWN_MAX);
  const openIds = new Set(open.map(({ id }) => id));
  const stray = listUnmatchedDisputes(database, SHOWN_MAX).filter(({ id }) => !openIds.has(id));
  return [...open, ...stray].map(toDisputeResponse);
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

const eventsOf = ({ database }: Context, order: Order) =>
  listPaymentEvents(database, order).map(({ eventId, kind, receivedAt }) => ({
    _id: eventId,
    kind,
    receivedAt: iso(receivedAt),
  }));

/** Orders that the export reads at a time, so that other requests do not wait for all of them. */
const PIECE = 200;

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

/** Exports orders as CSV in chunks, oldest first, one line per order line. */
export async function* exportOrders(
  { database }: Pick<AppContext, 'database'>,
  filter: OrderFilter,
): AsyncGenerator<string> {
  yield writeCsv([columns]);
  for (let id = 0; ; ) {
    const orders = listOrdersAfter(database, filter, { id, limit: PIECE });
    yield writeCsv(orders.flatMap(linesOf));
    if (orders.length < PIECE) return;
    id = orders.at(-1)?.id ?? id;
    await nextTurn();
  }
}

function linesOf(order: Order): string[][] {
  const money = (minor: number) => toDecimalText(minor, order.currency);
  return order.lines.map((line) => [
    String(order.number),
    iso(order.createdAt),
    order.paymentId,
    order.provider,
    statusOf(order),
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
    if (checkout?.state !== 'trouble') throw new DomainError('NOT_FOUND');
    const reason = `${checkout.reason ?? ''} Dismissed by the owner.`.trim();
    changeCheckout(database, checkout.id, ['trouble'], { state: 'ended', nextAt: null, reason });
  });
}
