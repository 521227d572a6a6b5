import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Refund of an order. Money is in the smallest unit of the currency. */
export interface Refund {
  id: number;
  publicId: string;
  orderId: number;
  amount: number;
  state: 'sending' | 'done' | 'failed';
  providerId: string | null;
  reason: string;
  nextAt: number | null;
  looks: number;
  createdAt: number;
  endedAt: number | null;
  /** Positions of the refunded lines, as JSON; null if unknown. */
  lines: string | null;
}

const columns = `id, public_id AS publicId, order_id AS orderId, amount, state,
  provider_id AS providerId, reason, next_at AS nextAt, looks, created_at AS createdAt,
  ended_at AS endedAt, lines`;

export function insertRefund(
  database: Connection,
  refund: Omit<Refund, 'id' | 'looks'>,
): Refund | undefined {
  const sql = `INSERT INTO refunds (public_id, order_id, amount, state, provider_id, reason, next_at,
      created_at, ended_at, lines)
    VALUES (@publicId, @orderId, @amount, @state, @providerId, @reason, @nextAt, @createdAt, @endedAt,
      @lines)
    ON CONFLICT (provider_id) DO NOTHING RETURNING ${columns}`;
  return prepared<[object], Refund>(database, sql).get(refund);
}

/** Lists the refunds of an order, oldest first. */
export function listRefundsOf(database: Connection, orderId: number): Refund[] {
  const sql = `SELECT ${columns} FROM refunds WHERE order_id = ? ORDER BY id`;
  return prepared<[number], Refund>(database, sql).all(orderId);
}

export function findRefund(database: Connection, id: number): Refund | undefined {
  const sql = `SELECT ${columns} FROM refunds WHERE id = ?`;
  return prepared<[number], Refund>(database, sql).get(id);
}

/** Ends a pending refund. @returns false if it was not pending */
export function endRefund(
  database: Connection,
  id: number,
  ending: { state: 'done' | 'failed'; providerId: string | null; reason: string; now: number },
): boolean {
  const sql = `UPDATE refunds SET state = @state, provider_id = @providerId, reason = @reason,
      next_at = NULL, ended_at = @now WHERE id = @id AND state = 'sending'`;
  return prepared<[object], unknown>(database, sql).run({ ...ending, id }).changes > 0;
}

/** Deletes a pending refund that the provider has reported as another row. */
export function deleteRefund(database: Connection, id: number): void {
  const sql = `DELETE FROM refunds WHERE id = ? AND state = 'sending'`;
  prepared<[number], unknown>(database, sql).run(id);
}

/** Stores the sum of its refunds in an order. */
export function sumRefundsOf(database: Connection, orderId: number): void {
  const sql = `UPDATE orders SET refunded = min(total, (SELECT coalesce(sum(amount), 0) FROM refunds
      WHERE order_id = @orderId AND state = 'done')) WHERE id = @orderId`;
  prepared<[object], unknown>(database, sql).run({ orderId });
}
