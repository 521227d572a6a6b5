import { and, asc, eq } from 'drizzle-orm';
import { ROLE_ADMIN } from '#contracts/user.ts';
import type { Queryable } from '../client.ts';
import { users } from '../schema/accounts.ts';

/** Row id of the admin who was there first, or null while there is none. */
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
 * The owner as an author before there is an account: nobody can sign in as this user.
 * @returns row id of the one there is, or of a new one
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
      // No hash looks like this, so no password fits.
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
