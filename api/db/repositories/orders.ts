import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  max,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import type { OrderFilter } from '#contracts/order.ts';
import type { OrderState } from '#contracts/order-states.ts';
import { countRows, type Database, type Page } from '../database.ts';
import { users } from '../schema/accounts.ts';
import { orderLines, orders, refunds } from '../schema/orders.ts';
import { products } from '../schema/products.ts';
import { trigramMatch } from '../search-text.ts';
import { inTrigramIndex } from '../trigram-search.ts';
import type { Checkout } from './payments.ts';

/** Refund of an order. Money is in the smallest unit of the currency. */
export type Refund = typeof refunds.$inferSelect;

/** Number of the first order. */
const FIRST_NUMBER = 1001;

type OrderRow = typeof orders.$inferSelect;

/** Order. Money is in the smallest unit, times are milliseconds UTC. */
export type Order = OrderRow & { lines: ReturnType<typeof listLines> };

function listLines({ query }: Database, orderId: number) {
  const { orderId: _, position, ...columns } = getTableColumns(orderLines);
  return query
    .select(columns)
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(position))
    .all();
}

const withLines = (database: Database, row: OrderRow): Order => ({
  ...row,
  lines: listLines(database, row.id),
});

export type NewOrder = Omit<
  OrderRow,
  'id' | 'number' | 'refunded' | 'words' | 'anonymisedAt' | 'checkoutId'
> & { checkoutId: number; lines: Checkout['lines'] };

/** Stores an order under the next number. Call it in the transaction that settles the payment. */
export function insertOrder(database: Database, { lines, ...order }: NewOrder): Order {
  const { query } = database;
  const last = query
    .select({ number: max(orders.number) })
    .from(orders)
    .get();
  const number = last?.number ? last.number + 1 : FIRST_NUMBER;
  const words = [
    String(number),
    order.paymentId,
    order.captureId,
    order.buyer.name,
    order.buyer.email,
    order.discountCode,
    order.address.recipient_name,
    ...lines.map(({ title }) => title),
  ];
  const row = query
    .insert(orders)
    .values({ ...order, number, words: words.filter(Boolean).join(' ') })
    .returning()
    .get();
  for (const [position, line] of lines.entries()) {
    const product = query
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, line.productId));
    query
      .insert(orderLines)
      .values({ ...line, orderId: row.id, position, productId: sql`${product}` })
      .run();
  }
  return withLines(database, row);
}

function findBy(database: Database, condition: SQL): Order | undefined {
  const row = database.query.select().from(orders).where(condition).get();
  return row && withLines(database, row);
}

export const findOrder = (database: Database, id: number): Order | undefined =>
  findBy(database, eq(orders.id, id));

export const findOrderByPublicId = (database: Database, id: string): Order | undefined =>
  findBy(database, eq(orders.publicId, id));

/** Finds an order by the provider's ID of the captured payment. */
export const findOrderByCapture = (database: Database, captureId: string): Order | undefined =>
  findBy(database, eq(orders.captureId, captureId));

export const findOrderOfCheckout = (database: Database, checkoutId: number): Order | undefined =>
  findBy(database, eq(orders.checkoutId, checkoutId));

function listPage(database: Database, condition: SQL | undefined, { limit, offset }: Page) {
  const rows = database.query
    .select()
    .from(orders)
    .where(condition)
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset)
    .all();
  return rows.map((row) => withLines(database, row));
}

/** Returns one page of a member's orders, newest first. */
export const listOrdersOf = (database: Database, userId: number, page: Page): Order[] =>
  listPage(database, eq(orders.userId, userId), page);

export const countOrdersOf = (database: Database, userId: number): number =>
  countRows(database.query, orders, eq(orders.userId, userId));

/** Condition of a search: short ones match the order number, longer ones any searchable text. */
function searching(search: string): SQL | undefined {
  if (search === '') return undefined;
  const match = trigramMatch(search);
  if (match === null) return eq(orders.number, Number(search) || 0);
  return inTrigramIndex(orders.id, 'order_words', match);
}

/** Conditions of the states. Literal values, because the partial indexes need the same conditions. */
const inState: Record<OrderState, SQL | undefined> = {
  all: undefined,
  paid: sql`${orders.refunded} = 0`,
  'partly-refunded': sql`${orders.refunded} > 0 AND ${orders.refunded} < ${orders.total}`,
  refunded: sql`${orders.refunded} > 0 AND ${orders.refunded} = ${orders.total}`,
  // A later refund of the same order replaces the failed one.
  'refund-failed': sql`${orders.id} IN (SELECT order_id FROM refunds WHERE state = 'failed'
    AND NOT EXISTS (SELECT 1 FROM refunds later
      WHERE later.order_id = refunds.order_id AND later.id > refunds.id))`,
  disputed: sql`${orders.id} IN (SELECT order_id FROM disputes WHERE order_id IS NOT NULL)`,
};

const orderCondition = ({ search, state }: OrderFilter): SQL | undefined =>
  and(searching(search.replace(/^#/, '')), inState[state]);

/** Returns one page of all matching orders, newest first. */
export const listOrders = (database: Database, filter: OrderFilter, page: Page): Order[] =>
  listPage(database, orderCondition(filter), page);

export const countOrders = (database: Database, filter: OrderFilter): number =>
  countRows(database.query, orders, orderCondition(filter));

/** Returns the totals of all orders by currency. */
export function sumOrders({ query }: Database) {
  return query
    .select({
      currency: orders.currency,
      orders: count(),
      total: sum(orders.total).mapWith(Number),
      refunded: sum(orders.refunded).mapWith(Number),
    })
    .from(orders)
    .groupBy(orders.currency)
    .all();
}

/** Returns the matching orders after a row ID, oldest first, so that they can be read in chunks. */
export function listOrdersAfter(
  database: Database,
  filter: OrderFilter,
  { id, limit }: { id: number; limit: number },
): Order[] {
  const rows = database.query
    .select()
    .from(orders)
    .where(and(orderCondition(filter), gt(orders.id, id)))
    .orderBy(asc(orders.id))
    .limit(limit)
    .all();
  return rows.map((row) => withLines(database, row));
}

/** Removes the buyers of deleted accounts from orders before `time`. @returns the number of orders */
export function anonymiseOrders(
  { query }: Database,
  { time, now }: { time: number; now: number },
): number {
  const deleted = query.select({ id: users.id }).from(users).where(eq(users.status, 'deleted'));
  const { changes } = query
    .update(orders)
    .set({
      anonymisedAt: now,
      words: sql`${orders.number} || ' ' || ${orders.paymentId}`,
      buyer: { name: '', email: '' },
      address: sql`json_object('recipient_name', '', 'line1', '', 'city', '', 'postal_code', '',
        'country_code', json_extract(${orders.address}, '$.country_code'))`,
    })
    .where(
      and(isNull(orders.anonymisedAt), lt(orders.createdAt, time), inArray(orders.userId, deleted)),
    )
    .run();
  return changes;
}

/** @returns undefined if a refund with this ID of the provider exists */
export function insertRefund(
  { query }: Database,
  refund: Omit<Refund, 'id' | 'pollCount'>,
): Refund | undefined {
  return query
    .insert(refunds)
    .values(refund)
    .onConflictDoNothing({ target: refunds.providerId })
    .returning()
    .get();
}

/** Lists the refunds of an order, oldest first. */
export function listRefundsOf({ query }: Database, orderId: number): Refund[] {
  return query
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.id))
    .all();
}

export function findRefund({ query }: Database, id: number): Refund | undefined {
  return query.select().from(refunds).where(eq(refunds.id, id)).get();
}

/** Ends a pending refund. @returns false if it was not pending */
export function endRefund(
  { query }: Database,
  id: number,
  {
    now,
    ...result
  }: { state: 'done' | 'failed'; providerId: string | null; reason: string; now: number },
): boolean {
  const { changes } = query
    .update(refunds)
    .set({ ...result, nextAt: null, endedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'sending')))
    .run();
  return changes > 0;
}

/** Deletes a pending refund that the provider has reported as another row. */
export function deleteRefund({ query }: Database, id: number): void {
  query
    .delete(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.state, 'sending')))
    .run();
}

/** Stores the sum of its refunds in an order. */
export function sumRefundsOf({ query }: Database, orderId: number): void {
  const sum = query
    .select({ sum: sql`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.state, 'done')));
  query
    .update(orders)
    .set({ refunded: sql`min(${orders.total}, ${sum})` })
    .where(eq(orders.id, orderId))
    .run();
}
