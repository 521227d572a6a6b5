import {
  and,
  asc,
  count,
  eq,
  gte,
  inArray,
  lt,
  max,
  min,
  type SQL,
  type SQLWrapper,
  sql,
  sum,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database, TimePeriod } from '../database.ts';
import { orderLines, orders, refunds } from '../schema/orders.ts';
import { products } from '../schema/products.ts';

/** Period with an exclusive end, and a currency. */
export interface SalePeriod extends TimePeriod {
  currency: string;
}

const isWithin = ({ currency, from, to }: SalePeriod) =>
  and(eq(orders.currency, currency), gte(orders.createdAt, from), lt(orders.createdAt, to));

/** Amount paid for a line, in the smallest unit. */
const paid = sql`${orderLines.price} * ${orderLines.quantity} - ${orderLines.discount}`;

/** Condition of completed refunds. A literal value, because the partial index needs the same condition. */
const isDone = ({ state }: { state: SQLWrapper }): SQL => sql`${state} = 'done'`;

const isDoneWithin = ({ from, to }: TimePeriod) =>
  and(isDone(refunds), gte(refunds.endedAt, from), lt(refunds.endedAt, to));

export function sumPaid({ query }: Database, period: SalePeriod): { orders: number; paid: number } {
  const row = query
    .select({ orders: count(), paid: sum(orders.total).mapWith(Number) })
    .from(orders)
    .where(isWithin(period))
    .get();
  return { orders: row?.orders ?? 0, paid: row?.paid ?? 0 };
}

/**
 * Returns the sum of refunds in a period, whenever their orders were paid. Amounts above the price of an
 * order, which a provider may pay itself, do not count.
 */
export function sumRefunded({ query }: Database, period: SalePeriod): number {
  const other = alias(refunds, 'other');
  const earlier = query
    .select({ sum: sql`coalesce(sum(${other.amount}), 0)` })
    .from(other)
    .where(
      and(
        eq(other.orderId, refunds.orderId),
        isDone(other),
        sql`(${other.endedAt}, ${other.id}) < (${refunds.endedAt}, ${refunds.id})`,
      ),
    );
  const ended = query
    .select({
      orderId: refunds.orderId,
      amount: refunds.amount,
      earlier: sql<number>`${earlier}`.as('earlier'),
    })
    .from(refunds)
    .where(isDoneWithin(period))
    .as('ended');
  const refunded = sql`min(${orders.total}, ${ended.earlier} + ${ended.amount}) - min(${orders.total}, ${ended.earlier})`;
  const row = query
    .select({ refunded: sum(refunded).mapWith(Number) })
    .from(ended)
    .innerJoin(orders, eq(orders.id, ended.orderId))
    .where(eq(orders.currency, period.currency))
    .get();
  return row?.refunded ?? 0;
}

/** Deleted products have no page. */
const hasPage = sql`${products.id} IS NOT NULL AND ${products.state} != 'deleted'`.mapWith(Boolean);

/** Sales of a product by its `_id`: its current title, or the one at the time of purchase, and `money` in the smallest unit. */
export type ProductSum = ReturnType<typeof sumSoldProducts>[number];

export function sumSoldProducts({ query }: Database, period: SalePeriod) {
  const steps = query
    .select({
      product: orderLines.product,
      boughtAs: max(orderLines.title).as('bought_as'),
      sold: sum(orderLines.quantity).mapWith(Number).as('sold_units'),
      money: sum(paid).mapWith(Number).as('money'),
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(isWithin(period))
    .groupBy(orderLines.product)
    .as('steps');
  return query
    .select({
      product: steps.product,
      title: sql<string>`coalesce(${products.title}, ${steps.boughtAs})`,
      there: hasPage,
      sold: steps.sold,
      money: steps.money,
    })
    .from(steps)
    .leftJoin(products, eq(products.publicId, steps.product))
    .all();
}

/** Row IDs of the orders with a completed refund in a period. */
const touchedOrders = ({ query }: Database, period: SalePeriod) =>
  query.select({ id: refunds.orderId }).from(refunds).where(isDoneWithin(period));

/**
 * Returns the refunds of these orders up to the end of the period, by order and time. `lines` are the
 * positions of the refunded lines as JSON, or null if unknown; refunds before the period are not `within`.
 */
export function listEndedRefunds(database: Database, period: SalePeriod) {
  const { orderId, amount, lines, endedAt, id } = refunds;
  const within = sql`${endedAt} >= ${period.from}`.mapWith(Boolean);
  return database.query
    .select({ orderId, amount, lines, within })
    .from(orders)
    .innerJoin(refunds, eq(orderId, orders.id))
    .where(
      and(
        inArray(orders.id, touchedOrders(database, period)),
        eq(orders.currency, period.currency),
        isDone(refunds),
        lt(endedAt, period.to),
      ),
    )
    .orderBy(asc(orderId), asc(endedAt), asc(id))
    .all();
}

export type PaidLine = ReturnType<typeof listRefundedLines>[number];

/** Returns the lines of these orders in their order. */
export function listRefundedLines(database: Database, period: SalePeriod) {
  const { orderId, position, product, title } = orderLines;
  return database.query
    .select({
      orderId,
      position,
      product,
      title: sql<string>`coalesce(${products.title}, ${title})`,
      there: hasPage,
      money: paid.mapWith(Number),
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderId, orders.id))
    .leftJoin(products, eq(products.publicId, product))
    .where(
      and(
        inArray(orders.id, touchedOrders(database, period)),
        eq(orders.currency, period.currency),
      ),
    )
    .orderBy(asc(orderId), asc(position))
    .all();
}

/** Returns the time of the first order in a currency. */
export function firstSale({ query }: Database, currency: string): number | null {
  const first = min(orders.createdAt);
  const row = query.select({ first }).from(orders).where(eq(orders.currency, currency)).get();
  return row?.first ?? null;
}

export function listSaleCurrencies({ query }: Database): string[] {
  const { currency } = orders;
  const rows = query.selectDistinct({ currency }).from(orders).orderBy(asc(currency)).all();
  return rows.map((row) => row.currency);
}
