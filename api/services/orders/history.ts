import { toDecimal, toDecimalText } from '#contracts/money.ts';
import type { OrderHistory, OrderListQuery, OrderResponse } from '#contracts/order.ts';
import type { AppContext } from '../../context.ts';
import { listCheckouts, listTrouble } from '../../db/repositories/checkouts.ts';
import {
  anonymiseOrders,
  countOrders,
  countOrdersOf,
  findOrderByPublicId,
  listOrders,
  listOrdersAfter,
  listOrdersOf,
  type Order,
  sumOrders,
} from '../../db/repositories/orders.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import { DomainError } from '../../errors.ts';
import { subtotalOf } from '../cart/pricing.ts';
import { writeCsv } from '../table-file.ts';
import { statusOf, toOrderResponse } from './response.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Payments that do not fit which the admin is shown. */
const TROUBLE_SHOWN = 50;
/** Orders that are read at a time. */
const PIECE = 500;
const DAYS_A_YEAR = 365.25;
const DAY_MS = 86_400_000;

/** One's own orders, newest first, and payments that are not decided yet. */
export function readHistory(
  { database }: Context,
  userId: number,
  { page, limit }: { page: number; limit: number },
): OrderHistory {
  const orders = countOrdersOf(database, userId);
  const rows = listOrdersOf(database, userId, { limit, offset: (page - 1) * limit });
  const underway = listCheckouts(database, userId, ['pending', 'capturing']);
  return {
    result: rows.map((order) => toOrderResponse(database, order)),
    orders,
    underway: underway.map(({ paymentId, provider, total, currency, lines, createdAt }) => ({
      ...{ paymentID: paymentId ?? '', provider, currency, total: toDecimal(total, currency) },
      titles: lines.map(({ title }) => title),
      createdAt: new Date(createdAt).toISOString(),
    })),
    page,
    pages: Math.ceil(orders / limit),
  };
}

/** One order, for its buyer and for admins; to others it is not there. @throws DomainError NOT_FOUND */
export function readOrder(
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

/** One page of all orders, for admins. */
export function readOrders({ database }: Context, { search, page, limit }: OrderListQuery) {
  const result = countOrders(database, search);
  const rows = listOrders(database, search, { limit, offset: (page - 1) * limit });
  return {
    payments: rows.map((order) => toOrderResponse(database, order)),
    result,
    totals: sumOrders(database).map(({ currency, orders, total, refunded }) => ({
      ...{ currency, orders },
      total: toDecimal(total, currency),
      refunded: toDecimal(refunded, currency),
    })),
    trouble: listTrouble(database, TROUBLE_SHOWN).map(({ paymentId, reason, createdAt }) => ({
      paymentID: paymentId ?? '',
      reason: reason ?? '',
      createdAt: new Date(createdAt).toISOString(),
    })),
    page,
    pages: Math.ceil(result / limit),
  };
}

const columns = [
  ...['number', 'date', 'payment_id', 'provider', 'status', 'buyer', 'email', 'country'],
  ...['product', 'quantity', 'price', 'line_total', 'currency', 'discount', 'total', 'refunded'],
];

/** All orders for another program, one line for each of their lines, oldest first. */
export function exportOrders({ database, clock }: Context): { file: string; csv: string } {
  const rows = [columns];
  let after = 0;
  for (;;) {
    const orders = listOrdersAfter(database, after, PIECE);
    rows.push(...orders.flatMap(linesOf));
    if (orders.length < PIECE) break;
    after = orders.at(-1)?.id ?? after;
  }
  const day = new Date(clock()).toISOString().slice(0, 10);
  return { file: `orders-${day}.csv`, csv: writeCsv(rows) };
}

function linesOf(order: Order): string[][] {
  const money = (minor: number) => toDecimalText(minor, order.currency);
  return order.lines.map((line) => [
    ...[String(order.number), new Date(order.createdAt).toISOString(), order.paymentId],
    ...[order.provider, statusOf(order), order.buyer.name, order.buyer.email],
    ...[order.address.country_code, line.title, String(line.quantity), money(line.price)],
    ...[money(subtotalOf(line)), order.currency, money(order.discount), money(order.total)],
    money(order.refunded),
  ]);
}

/** Takes the buyers out of orders whose account is gone, once the law does not want them any more. */
export async function anonymiseOldOrders({ database, clock }: Context): Promise<void> {
  const years = settingOf(database, 'order-years');
  if (years === 0) return;
  const time = clock() - years * DAYS_A_YEAR * DAY_MS;
  await database.write(() => anonymiseOrders(database, { time, now: clock() }));
}
