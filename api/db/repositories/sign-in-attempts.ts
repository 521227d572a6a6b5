import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { signInAttempts } from '../schema/accounts.ts';

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
