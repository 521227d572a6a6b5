import { and, desc, eq, gt, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '../database.ts';
import { oneTimeTokens, setupTokens } from '../schema/accounts.ts';

export type OneTimeTokenRecord = typeof oneTimeTokens.$inferSelect;

/** @param bound true if a password change of the user invalidates the token */
export function insertOneTimeToken(
  query: Queryable,
  token: Omit<OneTimeTokenRecord, 'passwordChangedAt'>,
  bound: boolean,
): void {
  const passwordChangedAt = bound
    ? sql<number>`(SELECT password_changed_at FROM users WHERE id = ${token.userId})`
    : null;
  query
    .insert(oneTimeTokens)
    .values({ ...token, passwordChangedAt })
    .run();
}

/** True for tokens that no password change has made invalid. */
const matchesPassword = or(
  isNull(oneTimeTokens.passwordChangedAt),
  eq(
    oneTimeTokens.passwordChangedAt,
    sql`(SELECT password_changed_at FROM users WHERE users.id = ${oneTimeTokens.userId})`,
  ),
);

interface TokenQuery {
  hash: string;
  kind: string;
  now: number;
}

const isValid = (now: number) => and(gt(oneTimeTokens.expiresAt, now), matchesPassword);

const tokenCondition = ({ hash, kind, now }: TokenQuery) =>
  and(eq(oneTimeTokens.hash, hash), eq(oneTimeTokens.kind, kind), isValid(now));

const isOfUser = (userId: number, kind: string) =>
  and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind));

/** Returns an unused token that has not expired. */
export function findOneTimeToken(
  query: Queryable,
  wanted: TokenQuery,
): OneTimeTokenRecord | undefined {
  return query.select().from(oneTimeTokens).where(tokenCondition(wanted)).get();
}

/** Consumes a token; only one of several simultaneous calls succeeds. */
export function consumeOneTimeToken(
  query: Queryable,
  wanted: TokenQuery,
): OneTimeTokenRecord | undefined {
  return query.delete(oneTimeTokens).where(tokenCondition(wanted)).returning().get();
}

/** Returns the latest valid token of a user. */
export function findLatestTokenOfUser(
  query: Queryable,
  userId: number,
  kind: string,
  now: number,
): OneTimeTokenRecord | undefined {
  return query
    .select()
    .from(oneTimeTokens)
    .where(and(isOfUser(userId, kind), isValid(now)))
    .orderBy(desc(oneTimeTokens.createdAt))
    .limit(1)
    .get();
}

export function deleteTokensOfUser(query: Queryable, userId: number, kind: string): void {
  query.delete(oneTimeTokens).where(isOfUser(userId, kind)).run();
}

/** Deletes a user's tokens of one kind that were made at `createdAt` or later. */
export function deleteTokensOfUserSince(
  query: Queryable,
  userId: number,
  kind: string,
  createdAt: number,
): void {
  query
    .delete(oneTimeTokens)
    .where(and(isOfUser(userId, kind), gte(oneTimeTokens.createdAt, createdAt)))
    .run();
}

/** Deletes the tokens of a user that a password change invalidates. */
export function deleteTokensBoundToPassword(query: Queryable, userId: number): void {
  query
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), isNotNull(oneTimeTokens.passwordChangedAt)))
    .run();
}

export function deleteTokensExpiredBy(query: Queryable, now: number): void {
  query.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, now)).run();
}

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
