import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { CrossPostTarget } from '#contracts/cross-post.ts';
import { ROLE_ADMIN } from '#contracts/user.ts';
import type { Queryable } from '../client.ts';
import { users } from '../schema/accounts.ts';
import { connections } from '../schema/cross-posts.ts';

/** An account at another service. Times are milliseconds UTC. */
export type Connection = typeof connections.$inferSelect;

export function findConnection(query: Queryable, target: CrossPostTarget): Connection | undefined {
  return query.select().from(connections).where(eq(connections.target, target)).get();
}

export function listConnections(query: Queryable): Connection[] {
  return query.select().from(connections).all();
}

/** Keeps a connection in the place of the one before. */
export function saveConnection(
  query: Queryable,
  row: Omit<Connection, 'remindedAt' | 'refusedAt'>,
): void {
  const fresh = { ...row, remindedAt: null, refusedAt: null };
  query
    .insert(connections)
    .values(fresh)
    .onConflictDoUpdate({ target: connections.target, set: fresh })
    .run();
}

/** @returns true if there was a connection */
export function deleteConnection(query: Queryable, target: CrossPostTarget): boolean {
  return query.delete(connections).where(eq(connections.target, target)).run().changes > 0;
}

/** Stores whether a service rejects the connection. */
export function setRefused(
  query: Queryable,
  { target, encrypted }: Pick<Connection, 'target' | 'encrypted'>,
  refusedAt: number | null,
): void {
  query
    .update(connections)
    .set({ refusedAt })
    // A newer connection is not affected.
    .where(and(eq(connections.target, target), eq(connections.encrypted, encrypted)))
    .run();
}

/** Returns connections that expire by then without a reminder. */
export function listEndingConnections(query: Queryable, endingBy: number): Connection[] {
  return query
    .select()
    .from(connections)
    .where(
      and(
        isNotNull(connections.expiresAt),
        lte(connections.expiresAt, endingBy),
        isNull(connections.remindedAt),
      ),
    )
    .all();
}

export function setReminded(query: Queryable, target: CrossPostTarget, remindedAt: number): void {
  query.update(connections).set({ remindedAt }).where(eq(connections.target, target)).run();
}

/** Returns the row ids of all admins. */
export function listAdminIds(query: Queryable): number[] {
  return query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, ROLE_ADMIN), eq(users.status, 'active')))
    .all()
    .map(({ id }) => id);
}
