import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { leases } from '../schema.ts';

/**
 * Takes or renews a lease.
 * @param ended holders known to be gone, whose lease may be taken before it ends
 * @returns whether `holder` has it now
 */
export function holdLease(
  query: Queryable,
  lease: {
    name: string;
    holder: string;
    now: number;
    until: number;
    ended: (holder: string) => boolean;
  },
): boolean {
  const current = query.select().from(leases).where(eq(leases.name, lease.name)).get();
  const taken = current && current.holder !== lease.holder && current.heldUntil > lease.now;
  if (taken && !lease.ended(current.holder)) return false;
  query
    .insert(leases)
    .values({ name: lease.name, holder: lease.holder, heldUntil: lease.until })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder: sql`excluded.holder`, heldUntil: sql`excluded.held_until` },
    })
    .run();
  return true;
}

export function releaseLease(query: Queryable, name: string, holder: string): void {
  query
    .delete(leases)
    .where(and(eq(leases.name, name), or(eq(leases.holder, holder), lte(leases.heldUntil, 0))))
    .run();
}
