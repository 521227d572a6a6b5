import { asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { demoPayments, paymentEvents } from '../schema/orders.ts';

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
