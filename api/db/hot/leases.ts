import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/**
 * Claims or renews a lease; call it in a transaction.
 * @param lease.ended returns true for holders that have exited, whose lease may be claimed early
 * @returns true if `holder` has the lease now
 */
export function holdLease(
  database: Connection,
  lease: {
    name: string;
    holder: string;
    now: number;
    until: number;
    ended: (holder: string) => boolean;
  },
): boolean {
  const current = findLease(database, lease.name);
  const taken = current && current.holder !== lease.holder && current.heldUntil > lease.now;
  if (taken && !lease.ended(current.holder)) return false;
  prepared<[string, string, number], unknown>(
    database,
    `INSERT INTO leases (name, holder, held_until) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until`,
  ).run(lease.name, lease.holder, lease.until);
  return true;
}

export function releaseLease(database: Connection, name: string, holder: string): void {
  const sql = 'DELETE FROM leases WHERE name = ? AND holder = ?';
  prepared<[string, string], unknown>(database, sql).run(name, holder);
}

/** Returns a lease, also an expired one, or null. */
export function findLease(
  database: Connection,
  name: string,
): { holder: string; heldUntil: number } | null {
  const sql = 'SELECT holder, held_until AS heldUntil FROM leases WHERE name = ?';
  return prepared<[string], { holder: string; heldUntil: number }>(database, sql).get(name) ?? null;
}
