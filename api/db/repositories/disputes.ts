import type { DisputeReason, DisputeState } from '#contracts/order-states.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** A payment that its buyer disputes. Money is in the smallest unit, times are milliseconds UTC. */
export interface Dispute {
  id: number;
  provider: string;
  disputeId: string;
  orderId: number | null;
  state: DisputeState;
  reason: DisputeReason;
  amount: number | null;
  currency: string | null;
  dueAt: number | null;
  toldAt: number;
  createdAt: number;
  updatedAt: number;
}

/** With the order it is about, if that is known. */
export type DisputeOfOrder = Dispute & { order: string | null; number: number | null };

const columns = `d.id, d.provider, d.dispute_id AS disputeId, d.order_id AS orderId, d.state, d.reason,
  d.amount, d.currency, d.due_at AS dueAt, d.told_at AS toldAt, d.created_at AS createdAt,
  d.updated_at AS updatedAt`;
const withOrder = `SELECT ${columns}, o.public_id AS "order", o.number
  FROM disputes d LEFT JOIN orders o ON o.id = d.order_id`;

export function findDispute(
  database: Connection,
  provider: string,
  disputeId: string,
): Dispute | undefined {
  const sql = `SELECT ${columns} FROM disputes d WHERE d.provider = ? AND d.dispute_id = ?`;
  return prepared<[string, string], Dispute>(database, sql).get(provider, disputeId);
}

/** Stores what was told last; an order and an amount that were known stay known. */
export function saveDispute(
  database: Connection,
  dispute: Omit<Dispute, 'id' | 'createdAt' | 'updatedAt'> & { now: number },
): void {
  const sql = `INSERT INTO disputes (provider, dispute_id, order_id, state, reason, amount, currency,
      due_at, told_at, created_at, updated_at)
    VALUES (@provider, @disputeId, @orderId, @state, @reason, @amount, @currency, @dueAt, @toldAt, @now,
      @now)
    ON CONFLICT (provider, dispute_id) DO UPDATE SET
      order_id = coalesce(excluded.order_id, order_id), state = excluded.state,
      reason = excluded.reason, amount = coalesce(excluded.amount, amount),
      currency = coalesce(excluded.currency, currency), due_at = excluded.due_at,
      told_at = excluded.told_at, updated_at = excluded.updated_at`;
  prepared<[object], unknown>(database, sql).run(dispute);
}

/** All of an order, the oldest first. */
export function listDisputesOf(database: Connection, orderId: number): DisputeOfOrder[] {
  const sql = `${withOrder} WHERE d.order_id = ? ORDER BY d.id`;
  return prepared<[number], DisputeOfOrder>(database, sql).all(orderId);
}

const open = `d.state IN ('open', 'answer', 'buyer', 'review')`;

/** Those that are not over, the newest first. */
export function listOpenDisputes(database: Connection, limit: number): DisputeOfOrder[] {
  const sql = `${withOrder} WHERE ${open} ORDER BY d.id DESC LIMIT ?`;
  return prepared<[number], DisputeOfOrder>(database, sql).all(limit);
}

/** Those about payments that nobody here knows, the newest first. */
export function listUnmatchedDisputes(database: Connection, limit: number): DisputeOfOrder[] {
  const sql = `${withOrder} WHERE d.order_id IS NULL ORDER BY d.id DESC LIMIT ?`;
  return prepared<[number], DisputeOfOrder>(database, sql).all(limit);
}

export function countOpenDisputes(database: Connection): number {
  const sql = `SELECT count(*) AS found FROM disputes d WHERE ${open}`;
  return prepared<[], { found: number }>(database, sql).get()?.found ?? 0;
}
