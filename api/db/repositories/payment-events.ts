import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

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
