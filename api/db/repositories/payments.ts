import { asc, eq, or } from 'drizzle-orm';
import type { Database } from '../client.ts';
import type { Connection } from '../connection.ts';
import { paymentEvents } from '../schema/orders.ts';
import { prepared } from '../statement-cache.ts';

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

/** A page of the demo provider's books; what is on it is its own matter. */
export interface DemoPaymentRow {
  id: string;
  orderId: string;
  payment: string;
}

/** @returns the payment of this order, the one that was there before if there was one */
export function openDemoPayment(
  database: Connection,
  row: DemoPaymentRow & { now: number },
): DemoPaymentRow {
  const sql = `INSERT INTO demo_payments (id, order_id, payment, created_at)
    VALUES (@id, @orderId, @payment, @now) ON CONFLICT (order_id) DO UPDATE SET order_id = order_id
    RETURNING id, order_id AS orderId, payment`;
  const stored = prepared<[object], DemoPaymentRow>(database, sql).get(row);
  if (!stored) throw new Error('a demo payment was not stored');
  return stored;
}

export function findDemoPayment(database: Connection, id: string): DemoPaymentRow | undefined {
  const sql = 'SELECT id, order_id AS orderId, payment FROM demo_payments WHERE id = ?';
  return prepared<[string], DemoPaymentRow>(database, sql).get(id);
}

export function updateDemoPayment(database: Connection, id: string, payment: string): void {
  const sql = 'UPDATE demo_payments SET payment = ? WHERE id = ?';
  prepared<[string, string], unknown>(database, sql).run(payment, id);
}
