import { createHmac, randomBytes } from 'node:crypto';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Clock } from '../../context.ts';
import type { Database, Queryable } from '../../db/database.ts';
import {
  deleteAttempt,
  deleteAttemptsOf,
  deleteAttemptsUntil,
  insertAttempt,
  listAttemptTimes,
} from '../../db/repositories/sessions.ts';
import { DomainError } from '../../errors.ts';

/** Emails with a link that can be requested for one email address per hour. */
export const LINK_EMAILS_PER_HOUR = 4;

export interface EmailLimiter {
  /** Counts an email to an email address; call it in a transaction. @returns false if the limit is reached */
  admit(transaction: Queryable, email: string): boolean;
}

/** Without limits, for benches and tests. */
export const unlimitedEmails: EmailLimiter = { admit: () => true };

/** Period that every limit on sign-in attempts counts, in milliseconds. */
export const ATTEMPT_WINDOW_MS = HOUR_MS;

/**
 * Counts attempts within a sliding hour. The counts are stored in the database, so they survive a
 * restart and several processes share them.
 */
export interface Attempts {
  /** Lists the times of the attempts that count for a limit, oldest first. */
  list(query: Queryable, limit: string): number[];
  /** Counts an attempt for several limits. @returns its id */
  add(transaction: Queryable, limits: readonly string[]): string;
  remove(transaction: Queryable, attempt: string): void;
  /** Removes all attempts of a limit, from other limits as well. */
  forgive(transaction: Queryable, limit: string): void;
}

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
  ipAddress: string;
  email: string;
  /** Device identifier from the cookie of an earlier sign-in to this account. */
  device: string | null;
}

export interface LoginLimiter {
  /**
   * Counts an attempt before its password is checked, so that simultaneous attempts are limited too.
   * @throws DomainError TOO_MANY_REQUESTS
   */
  admit(attempt: LoginAttempt): Promise<AdmittedAttempt>;
  /** Removes the failed attempts of a client that has proven ownership of the account in another way. */
  forgive(attempt: Pick<LoginAttempt, 'ipAddress' | 'email'>): Promise<void>;
}

export interface AdmittedAttempt {
  /** Removes the failed attempts of the same client, because the password was right. */
  succeeded(): Promise<void>;
  /** Removes the attempt, because its password was not checked. */
  unchecked(): Promise<void>;
}

/**
 * Limits password guessing without locking the owner out: known devices have separate limits (OWASP device cookies).
 * Unknown accounts have the same limits, so that the limits do not reveal accounts.
 */
export function createLoginLimiter(
  database: Database,
  clock: Clock,
  attempts: Attempts,
): LoginLimiter {
  return {
    async admit({ ipAddress, email, device }) {
      const own = device ? `device ${device} ${email}` : ownLimit({ ipAddress, email });
      const strangers = `strangers ${email}`;
      const everywhere = `address ${ipAddress}`;
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

const ownLimit = ({ ipAddress, email }: Pick<LoginAttempt, 'ipAddress' | 'email'>) =>
  `address ${ipAddress} ${email}`;

/** Without limits, for benches and tests. */
export const unlimitedLogins: LoginLimiter = {
  admit: async () => ({ succeeded: async () => {}, unchecked: async () => {} }),
  forgive: async () => {},
};

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

/** Limits emails that anyone can request, so that they cannot flood a mailbox. */
export function createEmailLimiter(attempts: Attempts): EmailLimiter {
  return {
    admit(transaction, email) {
      const limit = `links to ${email}`;
      if (attempts.list(transaction, limit).length >= LINK_EMAILS_PER_HOUR) return false;
      attempts.add(transaction, [limit]);
      return true;
    },
  };
}

/** Codes that are checked for one account per hour; the chance of a guess is 1 in 300,000. */
export const CODES_PER_HOUR = 10;

export interface TotpLimiter {
  /** Counts a code before it is checked. @throws DomainError TOO_MANY_REQUESTS */
  admit(userId: number): Promise<void>;
  /** Removes the failed attempts, because the code was right; call it in a transaction. */
  succeeded(transaction: Queryable, userId: number): void;
}

/** Without limits, for benches and tests. */
export const unlimitedTotp: TotpLimiter = { admit: async () => {}, succeeded: () => {} };

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
