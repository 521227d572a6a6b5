import { and, asc, eq, gt, inArray, isNull, lt, lte, ne } from 'drizzle-orm';
import type { Queryable } from '../database.ts';
import { sessions, signInAttempts } from '../schema/accounts.ts';

export type SessionRecord = typeof sessions.$inferSelect;
export type NewSession = Pick<
  SessionRecord,
  | 'id'
  | 'userId'
  | 'refreshHash'
  | 'remember'
  | 'userAgent'
  | 'createdAt'
  | 'idleUntil'
  | 'expiresAt'
>;
/** Reason why a session ended early, for the list of the user's sessions. */
export type RevokedReason =
  | 'signed out'
  | 'signed out elsewhere'
  | 'replayed token'
  | 'password changed'
  | 'password reset'
  | 'email reverted'
  | 'address taken over'
  | 'made admin'
  | 'role changed'
  | 'suspended';

export function insertSession(query: Queryable, session: NewSession): void {
  query
    .insert(sessions)
    .values({ ...session, lastUsedAt: session.createdAt, confirmedAt: session.createdAt })
    .run();
}

export function findSession(query: Queryable, id: string): SessionRecord | undefined {
  return query.select().from(sessions).where(eq(sessions.id, id)).get();
}

interface Rotation {
  refreshHash: string;
  previousHash: string;
  previousValidUntil: number;
  lastUsedAt: number;
  idleUntil: number;
}

export function rotateSession(query: Queryable, id: string, rotation: Rotation): void {
  query.update(sessions).set(rotation).where(eq(sessions.id, id)).run();
}

export function revokeSession(
  query: Queryable,
  id: string,
  reason: RevokedReason,
  now: number,
): void {
  query
    .update(sessions)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .run();
}

/** Revokes all sessions of a user except the given one. */
export function revokeSessionsOfUser(
  query: Queryable,
  userId: number,
  reason: RevokedReason,
  now: number,
  exceptId = '',
): void {
  query
    .update(sessions)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), ne(sessions.id, exceptId)))
    .run();
}

/** Returns the active sessions of a user. */
export function listOpenSessionsOfUser(
  query: Queryable,
  userId: number,
  now: number,
): SessionRecord[] {
  return query
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        gt(sessions.idleUntil, now),
      ),
    )
    .all();
}

/** Revokes one session of a user. @returns true if it existed */
export function revokeSessionOfUser(
  query: Queryable,
  { id, userId, now }: { id: string; userId: number; now: number },
): boolean {
  const revoked = query
    .update(sessions)
    .set({ revokedAt: now, revokedReason: 'signed out elsewhere' })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .run();
  return revoked.changes > 0;
}

/** Stores that the user of a session has just re-authenticated. */
export function recordReauthentication(query: Queryable, id: string, now: number): void {
  query.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, id)).run();
}

export function deleteSessionsExpiredBefore(query: Queryable, time: number): void {
  query.delete(sessions).where(lt(sessions.expiresAt, time)).run();
}

/** Returns the times of the attempts that a limit counts after `since`, oldest first. */
export function listAttemptTimes(query: Queryable, key: string, since: number): number[] {
  return query
    .select({ at: signInAttempts.at })
    .from(signInAttempts)
    .where(and(eq(signInAttempts.key, key), gt(signInAttempts.at, since)))
    .orderBy(asc(signInAttempts.at))
    .all()
    .map(({ at }) => at);
}

/** Counts one attempt for several limits. */
export function insertAttempt(
  query: Queryable,
  { keys, attempt, at }: { keys: readonly string[]; attempt: string; at: number },
): void {
  query
    .insert(signInAttempts)
    .values(keys.map((key) => ({ key, attempt, at })))
    .run();
}

/** Takes an attempt back from every limit that counted it. */
export function deleteAttempt(query: Queryable, attempt: string): void {
  query.delete(signInAttempts).where(eq(signInAttempts.attempt, attempt)).run();
}

/** Takes all attempts that a limit counted back, also from the other limits that counted them. */
export function deleteAttemptsOf(query: Queryable, key: string): void {
  const attempts = query
    .select({ attempt: signInAttempts.attempt })
    .from(signInAttempts)
    .where(eq(signInAttempts.key, key));
  query.delete(signInAttempts).where(inArray(signInAttempts.attempt, attempts)).run();
}

export function deleteAttemptsUntil(query: Queryable, time: number): void {
  query.delete(signInAttempts).where(lte(signInAttempts.at, time)).run();
}
