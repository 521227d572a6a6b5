import { setImmediate as nextTurn } from 'node:timers/promises';
import { toDecimalText } from '#contracts/money.ts';
import type { OrderFilter } from '#contracts/order.ts';
import type { AppContext } from '../../context.ts';
import { listOrdersAfter, type Order } from '../../db/repositories/orders.ts';
import { subtotalOf } from '../cart/pricing.ts';
import { writeCsv } from '../table-file.ts';
import { statusOf } from './response.ts';

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
