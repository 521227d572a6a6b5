import { and, asc, eq, isNull } from 'drizzle-orm';
import { countRows, type Queryable } from '../database.ts';
import {
  oauthAccounts,
  passkeys,
  recoveryCodes,
  totpSecrets,
  trustedDevices,
} from '../schema/accounts.ts';

export type OAuthAccount = typeof oauthAccounts.$inferSelect;

type TotpRecord = typeof totpSecrets.$inferSelect;

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
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
  return countRows(query, recoveryCodes, unused);
}

export function deleteRecoveryCodes(query: Queryable, userId: number): void {
  query.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
}

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

/** Notes that a second factor was shown on this device. */
export function trustDevice(
  query: Queryable,
  device: { userId: number; hash: string; createdAt: number },
): void {
  query.insert(trustedDevices).values(device).onConflictDoNothing().run();
}

export function isTrustedDevice(query: Queryable, userId: number, hash: string): boolean {
  const row = query
    .select({ hash: trustedDevices.hash })
    .from(trustedDevices)
    .where(and(eq(trustedDevices.userId, userId), eq(trustedDevices.hash, hash)))
    .get();
  return row !== undefined;
}

export function distrustDevices(query: Queryable, userId: number): void {
  query.delete(trustedDevices).where(eq(trustedDevices.userId, userId)).run();
}

/** Returns the user that an OAuth account is linked to. */
export function findOAuthAccount(
  query: Queryable,
  { host, subject }: Pick<OAuthAccount, 'host' | 'subject'>,
): OAuthAccount | undefined {
  return query
    .select()
    .from(oauthAccounts)
    .where(and(eq(oauthAccounts.host, host), eq(oauthAccounts.subject, subject)))
    .get();
}

/** Returns the linked account of a user at a service, if any. */
export function findOAuthAccountOf(
  query: Queryable,
  userId: number,
  host: string,
): OAuthAccount | undefined {
  return query
    .select()
    .from(oauthAccounts)
    .where(and(eq(oauthAccounts.userId, userId), eq(oauthAccounts.host, host)))
    .get();
}

export function listOAuthAccountsOf(query: Queryable, userId: number): OAuthAccount[] {
  return query.select().from(oauthAccounts).where(eq(oauthAccounts.userId, userId)).all();
}

export function insertOAuthAccount(query: Queryable, account: OAuthAccount): void {
  query.insert(oauthAccounts).values(account).run();
}

/** @returns true if there was an account */
export function deleteOAuthAccountOf(query: Queryable, userId: number, host: string): boolean {
  const gone = query
    .delete(oauthAccounts)
    .where(and(eq(oauthAccounts.userId, userId), eq(oauthAccounts.host, host)))
    .run();
  return gone.changes > 0;
}
