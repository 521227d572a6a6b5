import { eq } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { totpSecrets } from '../schema/accounts.ts';

export type TotpRecord = typeof totpSecrets.$inferSelect;

export function findTotp(query: Queryable, userId: number): TotpRecord | undefined {
  return query.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).get();
}

/** Stores an unconfirmed secret and replaces an earlier one. */
export function replaceTotp(
  query: Queryable,
  secret: { userId: number; encrypted: Buffer; createdAt: number },
): void {
  deleteTotp(query, secret.userId);
  query.insert(totpSecrets).values(secret).run();
}

export function confirmTotp(query: Queryable, userId: number, now: number): void {
  query.update(totpSecrets).set({ confirmedAt: now }).where(eq(totpSecrets.userId, userId)).run();
}

/** Stores the time step of a used code, which cannot be used again. */
export function useTotpStep(query: Queryable, userId: number, usedStep: number): void {
  query.update(totpSecrets).set({ usedStep }).where(eq(totpSecrets.userId, userId)).run();
}

export function deleteTotp(query: Queryable, userId: number): void {
  query.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).run();
}
