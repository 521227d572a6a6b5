import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors.ts';
import { ATTEMPT_WINDOW_MS, type Attempts } from '../sessions/sign-in-attempts.ts';

/** Codes that are checked for one account per hour; the chance of a guess is 1 in 300,000. */
export const CODES_PER_HOUR = 10;

export interface TotpLimiter {
  /**
   * Counts a code before it is checked.
   * @throws DomainError TOO_MANY_REQUESTS
   */
  admit(userId: number): Promise<void>;
  /** Removes the failed attempts, because the code was right; call it in a transaction. */
  succeeded(transaction: Queryable, userId: number): void;
}

/** Limits guessing of codes by someone who knows the password. */
export function createTotpLimiter(
  database: Database,
  clock: Clock,
  attempts: Attempts,
): TotpLimiter {
  const limitOf = (userId: number) => `codes of user ${userId}`;
  return {
    admit: (userId) =>
      database.write((transaction) => {
        const times = attempts.list(transaction, limitOf(userId));
        const [oldest] = times;
        if (oldest !== undefined && times.length >= CODES_PER_HOUR) {
          throw new DomainError('TOO_MANY_REQUESTS', {
            msg: 'Too many wrong codes. Please try again later.',
            retryAfter: (oldest + ATTEMPT_WINDOW_MS - clock()) / 1000,
          });
        }
        attempts.add(transaction, [limitOf(userId)]);
      }),
    succeeded: (transaction, userId) => attempts.forgive(transaction, limitOf(userId)),
  };
}

/** Without limits, for benches and tests. */
export const unlimitedTotp: TotpLimiter = { admit: async () => {}, succeeded: () => {} };
