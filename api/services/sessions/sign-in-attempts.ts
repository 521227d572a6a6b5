import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../db/client.ts';
import {
  deleteAttempt,
  deleteAttemptsOf,
  deleteAttemptsUntil,
  insertAttempt,
  listAttemptTimes,
} from '../../db/repositories/sign-in-attempts.ts';

/** Period that every limit on sign-in attempts counts, in milliseconds. */
export const ATTEMPT_WINDOW_MS = 3_600_000;

/**
 * Counts attempts within a sliding hour. The counts are stored in the database, so they survive a
 * restart and several processes share them.
 */
export interface Attempts {
  /** Lists the times of the attempts that count for a limit, oldest first. */
  list(query: Queryable, limit: string): number[];
  /** Counts an attempt for several limits. @returns its id */
  add(transaction: Queryable, limits: readonly string[]): string;
  /** Removes one attempt. */
  remove(transaction: Queryable, attempt: string): void;
  /** Removes all attempts of a limit, from other limits as well. */
  forgive(transaction: Queryable, limit: string): void;
}

/** @param key hashes the names of limits, which contain email and IP addresses */
export function createAttempts(clock: Clock, key: Buffer): Attempts {
  const keyOf = (limit: string) => createHmac('sha256', key).update(limit).digest('base64url');
  const windowStart = () => clock() - ATTEMPT_WINDOW_MS;
  return {
    list: (query, limit) => listAttemptTimes(query, keyOf(limit), windowStart()),
    add(transaction, limits) {
      const attempt = randomBytes(16).toString('base64url');
      deleteAttemptsUntil(transaction, windowStart());
      insertAttempt(transaction, { keys: limits.map(keyOf), attempt, at: clock() });
      return attempt;
    },
    remove: deleteAttempt,
    forgive: (transaction, limit) => deleteAttemptsOf(transaction, keyOf(limit)),
  };
}
