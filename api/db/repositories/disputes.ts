import { and, asc, count, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { disputes, orders } from '../schema/orders.ts';

/** Disputed payment. Money is in the smallest unit, times are milliseconds UTC. */
export type Dispute = typeof disputes.$inferSelect;

/** Dispute with the `_id` and the number of its order, if the payment is known. */
export type DisputeOfOrder = Dispute & { order: string | null; number: number | null };

const selectWithOrder = ({ query }: Database) =>
  query
    .select({ ...getTableColumns(disputes), order: orders.publicId, number: orders.number })
    .from(disputes)
    .leftJoin(orders, eq(orders.id, disputes.orderId));

export function findDispute(
  { query }: Database,
  provider: string,
  disputeId: string,
): Dispute | undefined {
  return query
    .select()
    .from(disputes)
    .where(and(eq(disputes.provider, provider), eq(disputes.disputeId, disputeId)))
    .get();
}

/** Stores the latest report of a dispute; a known order and amount are kept. */
export function saveDispute(
  { query }: Database,
  { now, ...dispute }: Omit<Dispute, 'id' | 'createdAt' | 'updatedAt'> & { now: number },
): void {
  query
    .insert(disputes)
    .values({ ...dispute, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [disputes.provider, disputes.disputeId],
      set: {
        orderId: sql`coalesce(excluded.order_id, ${disputes.orderId})`,
        state: dispute.state,
        reason: dispute.reason,
        amount: sql`coalesce(excluded.amount, ${disputes.amount})`,
        currency: sql`coalesce(excluded.currency, ${disputes.currency})`,
        dueAt: dispute.dueAt,
        toldAt: dispute.toldAt,
        updatedAt: now,
      },
    })
    .run();
}

/** Returns the disputes of an order, oldest first. */
export function listDisputesOf(database: Database, orderId: number): DisputeOfOrder[] {
  return selectWithOrder(database)
    .where(eq(disputes.orderId, orderId))
    .orderBy(asc(disputes.id))
    .all();
}

/** Literal values, because the partial index needs the same condition. */
const isOpen = sql`${disputes.state} IN ('open', 'answer', 'buyer', 'review')`;

/** Returns the open disputes, newest first. */
export function listOpenDisputes(database: Database, limit: number): DisputeOfOrder[] {
  return selectWithOrder(database).where(isOpen).orderBy(desc(disputes.id)).limit(limit).all();
}

/** Returns the disputes about unknown payments, newest first. */
export function listUnmatchedDisputes(database: Database, limit: number): DisputeOfOrder[] {
  return selectWithOrder(database)
    .where(isNull(disputes.orderId))
    .orderBy(desc(disputes.id))
    .limit(limit)
    .all();
}

export function countOpenDisputes({ query }: Database): number {
  return query.select({ found: count() }).from(disputes).where(isOpen).get()?.found ?? 0;
}
