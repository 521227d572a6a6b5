import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { orders, refunds } from '../schema/orders.ts';

/** Refund of an order. Money is in the smallest unit of the currency. */
export type Refund = typeof refunds.$inferSelect;

/** @returns undefined if a refund with this ID of the provider exists */
export function insertRefund(
  { query }: Database,
  refund: Omit<Refund, 'id' | 'looks'>,
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
