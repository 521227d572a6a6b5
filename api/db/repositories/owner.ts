import { and, asc, eq } from 'drizzle-orm';
import { ROLE_ADMIN } from '#contracts/user.ts';
import type { Queryable } from '../client.ts';
import { users } from '../schema/accounts.ts';

/** Returns the row id of the first admin, or null. */
export function findFirstAdmin(query: Queryable): number | null {
  const admin = query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, ROLE_ADMIN), eq(users.status, 'active')))
    .orderBy(asc(users.id))
    .get();
  return admin?.id ?? null;
}

/**
 * Returns the placeholder author that stands for the owner until there is an account; it cannot
 * sign in.
 * @returns row id of the existing or new placeholder
 */
export function ensurePlaceholderOwner(
  query: Queryable,
  owner: { publicId: string; email: string; name: string; now: number },
): number {
  const { now, ...columns } = owner;
  query
    .insert(users)
    .values({
      ...columns,
      // Not a valid hash, so that no password matches.
      passwordHash: '!',
      status: 'placeholder',
      passwordChangedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .run();
  const row = query.select({ id: users.id }).from(users).where(eq(users.email, owner.email)).get();
  if (!row) throw new Error(`The user ${owner.email} could not be stored.`);
  return row.id;
}
