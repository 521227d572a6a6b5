import { setImmediate as nextTurn } from 'node:timers/promises';
import { toDecimal, toDecimalText } from '#contracts/money.ts';
import type { AdminOrderResponse, OrderFilter, OrderListQuery } from '#contracts/order.ts';
import type { AppContext } from '../../context.ts';
import {
  changeCheckout,
  findCheckoutByPayment,
  listTrouble,
} from '../../db/repositories/checkouts.ts';
import {
  listDisputesOf,
  listOpenDisputes,
  listStrayDisputes,
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
import type { Till } from '../checkout/payment-context.ts';
import { toDisputeResponse } from '../disputes/disputes.ts';
import { writeCsv } from '../table-file.ts';
import { leftOf, statusOf, toOrderResponse } from './orders.ts';

type Context = Pick<AppContext, 'database'>;

/** Payments that do not fit, and disputes, which the list shows. */
const UNSETTLED_SHOWN = 50;

/** One page of all orders, and what is not settled beside them. */
export function readOrders({ database }: Context, { page, limit, ...filter }: OrderListQuery) {
  const result = countOrders(database, filter);
  const rows = listOrders(database, filter, { limit, offset: (page - 1) * limit });
  return {
    payments: rows.map((order) => ({
      ...toOrderResponse(database, order),
      disputes: listDisputesOf(database, order.id).length,
    })),
    result,
    totals: sumOrders(database).map(({ currency, orders, total, refunded }) => ({
      ...{ currency, orders },
      total: toDecimal(total, currency),
      refunded: toDecimal(refunded, currency),
    })),
    trouble: listTrouble(database, UNSETTLED_SHOWN).map(({ paymentId, reason, createdAt }) => ({
      paymentID: paymentId ?? '',
      reason: reason ?? '',
      createdAt: iso(createdAt),
    })),
    disputes: unsettledDisputes({ database }),
    page,
    pages: Math.ceil(result / limit),
  };
}

function unsettledDisputes({ database }: Context) {
  const open = listOpenDisputes(database, UNSETTLED_SHOWN);
  const known = new Set(open.map(({ id }) => id));
  const stray = listStrayDisputes(database, UNSETTLED_SHOWN).filter(({ id }) => !known.has(id));
  return [...open, ...stray].map(toDisputeResponse);
}

/** All that is known of one order. @throws DomainError NOT_FOUND */
export function readAnyOrder({ database }: Context, id: string): AdminOrderResponse {
  const order = findOrderByPublicId(database, id);
  if (!order) throw new DomainError('NOT_FOUND');
  return {
    ...toOrderResponse(database, order),
    captureID: order.captureId,
    member: findActiveUser(database.query, order.userId)?.publicId ?? null,
    left: toDecimal(leftOf({ database }, order), order.currency),
    disputes: listDisputesOf(database, order.id).map(toDisputeResponse),
    events: eventsOf({ database }, order),
  };
}

const eventsOf = ({ database }: Context, order: Order) =>
  listPaymentEvents(database, order).map(({ eventId, kind, receivedAt }) => ({
    ...{ _id: eventId, kind },
    receivedAt: iso(receivedAt),
  }));

const iso = (time: number) => new Date(time).toISOString();

/** Orders that are read at a time: who asks for something else waits for no more than these. */
const PIECE = 200;

const columns = [
  ...['number', 'date', 'payment_id', 'provider', 'status', 'buyer', 'email', 'country'],
  ...['product', 'quantity', 'price', 'line_total', 'currency', 'discount', 'total', 'refunded'],
  ...['line_discount', 'discount_code'],
];

/** Orders for another program, one line for each of their lines, oldest first, piece by piece. */
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
    ...[String(order.number), new Date(order.createdAt).toISOString(), order.paymentId],
    ...[order.provider, statusOf(order), order.buyer.name, order.buyer.email],
    ...[order.address.country_code, line.title, String(line.quantity), money(line.price)],
    ...[money(subtotalOf(line)), order.currency, money(order.discount), money(order.total)],
    ...[money(order.refunded), money(line.discount), order.discountCode],
  ]);
}

/**
 * Puts aside money that does not fit, once its owner has settled it with the provider. The attempt ends
 * without an order; should the provider tell of its money again, it shows up again.
 * @throws DomainError NOT_FOUND when no such money waits
 */
export async function settleTrouble({ database }: Till, paymentId: string): Promise<void> {
  await database.write(() => {
    const checkout = findCheckoutByPayment(database, paymentId);
    if (checkout?.state !== 'trouble') throw new DomainError('NOT_FOUND');
    const reason = `${checkout.reason ?? ''} Dismissed by the owner.`.trim();
    changeCheckout(database, checkout.id, ['trouble'], { state: 'ended', nextAt: null, reason });
  });
}
