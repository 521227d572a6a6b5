import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors.ts';
import { ATTEMPT_WINDOW_MS, type Attempts } from './attempts.ts';

/** Codes that are checked for one account in an hour; a guess is right once in 300,000 times. */
export const CODES_PER_HOUR = 10;

export interface CodeGuard {
  /**
   * Counts a code before it is checked.
   * @throws DomainError TOO_MANY_REQUESTS
   */
  admit(userId: number): Promise<void>;
  /** The code was right: earlier slips are forgiven. Belongs in a transaction. */
  succeeded(transaction: Queryable, userId: number): void;
}

/** Bounds guessing the codes of a second factor. Who gets here knows the password already. */
export function createCodeGuard(database: Database, clock: Clock, attempts: Attempts): CodeGuard {
  const limitOf = (userId: number) => `codes of user ${userId}`;
  return {
    admit: (userId) =>
      database.write((transaction) => {
        const times = attempts.list(transaction, limitOf(userId));
        const [oldest] = times;
        if (oldest !== undefined && times.length >= CODES_PER_HOUR) {
          throw new DomainError('TOO_MANY_REQUESTS', {
            msg: 'Too many codes were wrong. Please try again later.',
            retryAfter: (oldest + ATTEMPT_WINDOW_MS - clock()) / 1000,
          });
        }
        attempts.add(transaction, [limitOf(userId)]);
      }),
    succeeded: (transaction, userId) => attempts.forgive(transaction, limitOf(userId)),
  };
}

/** For benches and tests that turn limits off. */
export const openCodeGuard: CodeGuard = { admit: async () => {}, succeeded: () => {} };
