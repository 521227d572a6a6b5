import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { passkeys } from '../schema/accounts.ts';

export type PasskeyRecord = typeof passkeys.$inferSelect;

/** @throws SqliteError SQLITE_CONSTRAINT_PRIMARYKEY if it is registered already */
export function insertPasskey(query: Queryable, passkey: Omit<PasskeyRecord, 'lastUsedAt'>): void {
  query.insert(passkeys).values(passkey).run();
}

export function findPasskey(query: Queryable, id: string): PasskeyRecord | undefined {
  return query.select().from(passkeys).where(eq(passkeys.id, id)).get();
}

/** Returns the passkeys of a user, oldest first. */
export function listPasskeys(query: Queryable, userId: number): PasskeyRecord[] {
  return query
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt))
    .all();
}

export function recordPasskeyUse(query: Queryable, id: string, counter: number, now: number): void {
  query.update(passkeys).set({ counter, lastUsedAt: now }).where(eq(passkeys.id, id)).run();
}

interface Own {
  userId: number;
  publicId: string;
}

const own = ({ userId, publicId }: Own) =>
  and(eq(passkeys.publicId, publicId), eq(passkeys.userId, userId));

/** @returns true if the user has this passkey */
export function renamePasskey(query: Queryable, which: Own, name: string): boolean {
  return query.update(passkeys).set({ name }).where(own(which)).run().changes > 0;
}

/** @returns the deleted passkey, or undefined if the user does not have it */
export function deletePasskey(query: Queryable, which: Own): PasskeyRecord | undefined {
  return query.delete(passkeys).where(own(which)).returning().get();
}

export function deletePasskeysOfUser(query: Queryable, userId: number): void {
  query.delete(passkeys).where(eq(passkeys.userId, userId)).run();
}
