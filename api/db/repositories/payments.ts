import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
} from 'drizzle-orm';
import { countRows, type Database } from '../database.ts';
import { users } from '../schema/accounts.ts';
import { checkouts, demoPayments, disputes, orders, paymentEvents } from '../schema/orders.ts';

/** Disputed payment. Money is in the smallest unit, times are milliseconds UTC. */
export type Dispute = typeof disputes.$inferSelect;

/** Dispute with the `_id` and the number of its order, if the payment is known. */
export type DisputeOfOrder = Dispute & { order: string | null; number: number | null };

const selectWithOrder = ({ query }: Database) =>
  query
    .select({ ...getTableColumns(disputes), order: orders.publicId, number: orders.number })
    .from(disputes)
    .leftJoin(orders, eq(orders.id, disputes.orderId));

/** Literal values, because the partial index needs the same condition. */
const isOpen = sql`${disputes.state} IN ('open', 'seller', 'buyer', 'review')`;

/** Payment attempt. Money is in the smallest unit, times are milliseconds UTC. */
export type Checkout = typeof checkouts.$inferSelect;

export type CheckoutState = Checkout['state'];

export type NewCheckout = Omit<
  Checkout,
  'id' | 'state' | 'paymentId' | 'approveUrl' | 'reason' | 'address' | 'declines' | 'pollCount'
>;

export const insertCheckout = ({ query }: Database, checkout: NewCheckout): Checkout =>
  query.insert(checkouts).values(checkout).returning().get();

type Change = Partial<
  Pick<
    Checkout,
    | 'state'
    | 'paymentId'
    | 'approveUrl'
    | 'reason'
    | 'address'
    | 'declines'
    | 'nextAt'
    | 'pollCount'
  >
>;

/** A webhook event about an order. */
export type PaymentEventRow = Pick<
  typeof paymentEvents.$inferSelect,
  'eventId' | 'kind' | 'receivedAt'
>;

/** Returns the events of an order and its checkout, the first one first. */
export function listPaymentEvents(
  { query }: Database,
  { id, checkoutId }: { id: number; checkoutId: number | null },
): PaymentEventRow[] {
  const { eventId, kind, receivedAt } = paymentEvents;
  const ofCheckout = checkoutId === null ? undefined : eq(paymentEvents.checkoutId, checkoutId);
  return query
    .select({ eventId, kind, receivedAt })
    .from(paymentEvents)
    .where(or(eq(paymentEvents.orderId, id), ofCheckout))
    .orderBy(asc(paymentEvents.id))
    .all();
}

/** Stores an event. @returns false if it was stored before */
export function insertPaymentEvent(
  { query }: Database,
  { now, ...event }: Omit<typeof paymentEvents.$inferInsert, 'id' | 'receivedAt'> & { now: number },
): boolean {
  const row = { ...event, receivedAt: now };
  return query.insert(paymentEvents).values(row).onConflictDoNothing().run().changes > 0;
}

/** Payment of the demo provider, whose content only the provider knows. */
type DemoPaymentRow = typeof demoPayments.$inferSelect;

/** Stores a payment. @returns the existing payment of the order, if there is one */
export const insertDemoPayment = ({ query }: Database, row: DemoPaymentRow): DemoPaymentRow =>
  query
    .insert(demoPayments)
    .values(row)
    .onConflictDoUpdate({
      target: demoPayments.orderId,
      set: { orderId: sql`${demoPayments.orderId}` },
    })
    .returning()
    .get();

export function findDemoPayment({ query }: Database, id: string): DemoPaymentRow | undefined {
  return query.select().from(demoPayments).where(eq(demoPayments.id, id)).get();
}

export function updateDemoPayment({ query }: Database, id: string, payment: object): void {
  query.update(demoPayments).set({ payment }).where(eq(demoPayments.id, id)).run();
}

export function findCheckout({ query }: Database, id: number): Checkout | undefined {
  return query.select().from(checkouts).where(eq(checkouts.id, id)).get();
}

export function findCheckoutByPublicId({ query }: Database, id: string): Checkout | undefined {
  return query.select().from(checkouts).where(eq(checkouts.publicId, id)).get();
}

/** Finds a checkout by the provider's ID of the payment. */
export function findCheckoutByPayment(
  { query }: Database,
  paymentId: string,
): Checkout | undefined {
  return query.select().from(checkouts).where(eq(checkouts.paymentId, paymentId)).get();
}

/** Returns a member's checkouts in one of these states, newest first. */
export function listCheckouts(
  { query }: Database,
  userId: number,
  states: CheckoutState[],
): Checkout[] {
  return query
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), inArray(checkouts.state, states)))
    .orderBy(desc(checkouts.id))
    .all();
}

/** Returns the unmatched payments, newest first. */
export function listUnmatchedPayments({ query }: Database, limit: number): Checkout[] {
  return query
    .select()
    .from(checkouts)
    .where(eq(checkouts.state, 'unmatched'))
    .orderBy(desc(checkouts.createdAt))
    .limit(limit)
    .all();
}

export function countUnmatchedPayments({ query }: Database): number {
  const unmatched = eq(checkouts.state, 'unmatched');
  return countRows(query, checkouts, unmatched);
}

/** Changes a checkout in one of these states. @returns the new row; undefined in another state */
export function updateCheckout(
  { query }: Database,
  id: number,
  states: CheckoutState[],
  change: Change,
): Checkout | undefined {
  return query
    .update(checkouts)
    .set(change)
    .where(and(eq(checkouts.id, id), inArray(checkouts.state, states)))
    .returning()
    .get();
}

/** Removes the buyers of deleted accounts from paid checkouts before `time`. @returns their number */
export function anonymiseCheckouts({ query }: Database, time: number): number {
  const deleted = query.select({ id: users.id }).from(users).where(eq(users.status, 'deleted'));
  const { changes } = query
    .update(checkouts)
    .set({ buyer: { name: '', email: '' }, address: null })
    .where(
      and(
        inArray(checkouts.state, ['paid', 'unmatched']),
        lt(checkouts.createdAt, time),
        inArray(checkouts.userId, deleted),
        or(isNotNull(checkouts.address), sql`json_extract(${checkouts.buyer}, '$.email') <> ''`),
      ),
    )
    .run();
  return changes;
}

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
export function upsertDispute(
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
        reportedAt: dispute.reportedAt,
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
  return countRows(query, disputes, isOpen);
}
