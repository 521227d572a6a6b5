import { and, count, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { recoveryCodes } from '../schema/accounts.ts';

/** Stores new codes in the place of all earlier ones. */
export function replaceRecoveryCodes(
  query: Queryable,
  userId: number,
  hashes: string[],
  now: number,
): void {
  deleteRecoveryCodes(query, userId);
  for (const hash of hashes) {
    query.insert(recoveryCodes).values({ userId, hash, createdAt: now }).run();
  }
}

/** Consumes a code. @returns true if it was unused */
export function useRecoveryCode(
  query: Queryable,
  userId: number,
  hash: string,
  now: number,
): boolean {
  const used = query
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.hash, hash),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .run();
  return used.changes > 0;
}

/** Returns the number of unused codes. */
export function countRecoveryCodes(query: Queryable, userId: number): number {
  const row = query
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    .get();
  return row?.left ?? 0;
}

export function deleteRecoveryCodes(query: Queryable, userId: number): void {
  query.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
}
