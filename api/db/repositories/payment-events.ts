import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

/** What a provider has told of an order. */
export interface PaymentEventRow {
  eventId: string;
  kind: string;
  receivedAt: number;
}

/** All about an order and the checkout that it came of, the first told first. */
export function listPaymentEvents(
  database: Connection,
  { id, checkoutId }: { id: number; checkoutId: number | null },
): PaymentEventRow[] {
  const sql = `SELECT event_id AS eventId, kind, received_at AS receivedAt FROM payment_events
    WHERE order_id = @id OR checkout_id = @checkoutId ORDER BY id`;
  return prepared<[object], PaymentEventRow>(database, sql).all({ id, checkoutId });
}

/** Notes what a provider has told. @returns false when it has told the same before */
export function insertPaymentEvent(
  database: Connection,
  event: {
    provider: string;
    eventId: string;
    kind: string;
    checkoutId: number | null;
    orderId: number | null;
    now: number;
  },
): boolean {
  const sql = `INSERT INTO payment_events (provider, event_id, kind, checkout_id, order_id, received_at)
    VALUES (@provider, @eventId, @kind, @checkoutId, @orderId, @now) ON CONFLICT DO NOTHING`;
  return prepared<[object], unknown>(database, sql).run(event).changes > 0;
}
