import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { setupTokens } from '../schema/accounts.ts';

export function insertSetupToken(
  query: Queryable,
  token: { hash: string; createdAt: number; expiresAt: number },
): void {
  query.insert(setupTokens).values(token).run();
}

/** Returns the hashes of unused tokens that have not expired. */
export function listOpenSetupTokens(query: Queryable, now: number): string[] {
  return query
    .select({ hash: setupTokens.hash })
    .from(setupTokens)
    .where(and(isNull(setupTokens.usedAt), gt(setupTokens.expiresAt, now)))
    .all()
    .map((row) => row.hash);
}

export function markSetupTokenUsed(query: Queryable, hash: string, now: number): void {
  query.update(setupTokens).set({ usedAt: now }).where(eq(setupTokens.hash, hash)).run();
}

export function deleteSetupTokensExpiredBy(query: Queryable, now: number): void {
  query.delete(setupTokens).where(lte(setupTokens.expiresAt, now)).run();
}
