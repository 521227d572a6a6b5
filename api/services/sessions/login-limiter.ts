import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors.ts';
import { ATTEMPT_WINDOW_MS, type Attempts } from './sign-in-attempts.ts';

// All limits count attempts within a sliding hour.
/** Failed logins of one client, or one known device, to one account. */
export const FAILED_LOGINS_PER_ACCOUNT = 5;
/** Failed logins of one client to all accounts; limits the use of leaked password lists. */
export const FAILED_LOGINS_PER_CLIENT = 50;
/** Failed logins of unknown devices after which each client has one attempt left. */
export const FAILED_LOGINS_BEFORE_ALARM = 20;
/** Failed logins of unknown devices after which only known devices may sign in. */
export const FAILED_LOGINS_BEFORE_CLOSING = 500;

export interface LoginAttempt {
  /** IP address of the client; an IPv6 network counts as one. */
  address: string;
  email: string;
  /** Device identifier from a proof of an earlier sign-in to this account. */
  device: string | null;
}

export interface LoginLimiter {
  /**
   * Counts an attempt before its password is checked, so that simultaneous attempts are limited too.
   * @throws DomainError TOO_MANY_REQUESTS
   */
  admit(attempt: LoginAttempt): Promise<AdmittedAttempt>;
  /**
   * Removes the failed attempts of a client that has proven ownership of the account in another way.
   */
  forgive(attempt: Pick<LoginAttempt, 'address' | 'email'>): Promise<void>;
}

export interface AdmittedAttempt {
  /** Removes the failed attempts of the same client, because the password was right. */
  succeeded(): Promise<void>;
  /** Removes the attempt, because its password was not checked. */
  unchecked(): Promise<void>;
}

/**
 * Limits password guessing without locking the owner out: known devices have separate limits (OWASP
 * device cookies). Unknown accounts have the same limits, so that the limits do not reveal
 * accounts.
 */
export function createLoginLimiter(
  database: Database,
  clock: Clock,
  attempts: Attempts,
): LoginLimiter {
  return {
    async admit({ address, email, device }) {
      const own = device ? `device ${device} ${email}` : ownLimit({ address, email });
      const strangers = `strangers ${email}`;
      const everywhere = `address ${address}`;
      const attempt = await database.write((transaction) => {
        const alarm =
          !device && attempts.list(transaction, strangers).length >= FAILED_LOGINS_BEFORE_ALARM;
        assertBelow(transaction, own, alarm ? 1 : FAILED_LOGINS_PER_ACCOUNT);
        if (device) return attempts.add(transaction, [own]);
        assertBelow(transaction, everywhere, FAILED_LOGINS_PER_CLIENT);
        assertBelow(transaction, strangers, FAILED_LOGINS_BEFORE_CLOSING);
        return attempts.add(transaction, [own, strangers, everywhere]);
      });
      return {
        unchecked: () => database.write((transaction) => attempts.remove(transaction, attempt)),
        succeeded: () => database.write((transaction) => attempts.forgive(transaction, own)),
      };
    },
    forgive: (attempt) =>
      database.write((transaction) => attempts.forgive(transaction, ownLimit(attempt))),
  };

  function assertBelow(query: Queryable, limit: string, most: number): void {
    const times = attempts.list(query, limit);
    if (times.length < most) return;
    // The time at which one more attempt fits.
    const now = clock();
    const freeing = times[times.length - most] ?? now;
    const retryAfter = (freeing + ATTEMPT_WINDOW_MS - now) / 1000;
    throw new DomainError('TOO_MANY_REQUESTS', {
      msg: 'Too many sign-in attempts. Please try again later.',
      retryAfter,
    });
  }
}

const ownLimit = ({ address, email }: Pick<LoginAttempt, 'address' | 'email'>) =>
  `address ${address} ${email}`;

/** Without limits, for benches and tests. */
export const unlimitedLogins: LoginLimiter = {
  admit: async () => ({ succeeded: async () => {}, unchecked: async () => {} }),
  forgive: async () => {},
};
