import type { Clock } from '../../clock.ts';
import { DomainError } from '../../errors.ts';
import { createRecentAttempts } from './recent-attempts.ts';

const HOUR_MS = 3_600_000;
/** Codes that are checked for one account in an hour; a guess is right once in 300,000 times. */
export const CODES_PER_HOUR = 10;

export interface CodeGuard {
  /**
   * Counts a code before it is checked.
   * @throws DomainError TOO_MANY_REQUESTS
   */
  admit(userId: number): void;
  /** The code was right: earlier slips are forgiven. */
  succeeded(userId: number): void;
}

/** Bounds guessing the codes of a second factor. Who gets here knows the password already. */
export function createCodeGuard(clock: Clock): CodeGuard {
  const attempts = createRecentAttempts(HOUR_MS);
  const key = (userId: number) => String(userId);
  return {
    admit(userId) {
      const now = clock();
      const [oldest, ...later] = attempts.list(key(userId), now);
      if (oldest !== undefined && later.length + 1 >= CODES_PER_HOUR) {
        throw new DomainError('TOO_MANY_REQUESTS', {
          msg: 'Too many codes were wrong. Please try again later.',
          retryAfter: (oldest + HOUR_MS - now) / 1000,
        });
      }
      attempts.add(key(userId), now);
    },
    succeeded(userId) {
      for (const time of attempts.list(key(userId), clock())) attempts.remove(key(userId), time);
    },
  };
}

/** For benches and tests that turn limits off. */
export const openCodeGuard: CodeGuard = { admit: () => {}, succeeded: () => {} };
