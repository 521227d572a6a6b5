import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors.ts';
import { ATTEMPT_WINDOW_MS, type Attempts } from './attempts.ts';

// All limits below are per sliding hour.
/** Checked guesses of one address, or one known device, at one account. */
export const GUESSES_PER_ACCOUNT = 5;
/** Checked guesses of one address at all accounts: a list of leaked passwords ends here. */
export const GUESSES_PER_ADDRESS = 50;
/** From so many failed guesses of strangers on, an account is under attack: one guess an address. */
export const GUESSES_BEFORE_ALARM = 20;
/** From so many on, only devices that have signed in to this account before are heard. */
export const GUESSES_BEFORE_CLOSING = 500;

export interface LoginAttempt {
  /** Where it comes from; all of an IPv6 household's addresses are one. */
  address: string;
  email: string;
  /** Identifier from a device cookie that proves an earlier sign-in to this very account. */
  device: string | null;
}

export interface LoginGuard {
  /**
   * Counts an attempt before its password is checked, so that many at once find the limit too.
   * @throws DomainError TOO_MANY_REQUESTS
   */
  admit(attempt: LoginAttempt): Promise<AdmittedAttempt>;
  /** Forgets the slips of who has just shown in another way whose account it is. */
  forgive(attempt: Pick<LoginAttempt, 'address' | 'email'>): Promise<void>;
}

export interface AdmittedAttempt {
  /** The password was right: earlier slips of the same person are forgiven. */
  succeeded(): Promise<void>;
  /** The password was never looked at, so it was no guess. */
  unchecked(): Promise<void>;
}

/**
 * Bounds password guessing without locking the owner out: an attacker uses up the allowance of
 * strangers, a device that has signed in before has its own (OWASP's device cookies). Accounts that
 * do not exist are counted alike, so that limits tell nothing.
 */
export function createLoginGuard(database: Database, clock: Clock, attempts: Attempts): LoginGuard {
  return {
    async admit({ address, email, device }) {
      const own = device ? `device ${device} ${email}` : ownLimit({ address, email });
      const strangers = `strangers ${email}`;
      const everywhere = `address ${address}`;
      const attempt = await database.write((transaction) => {
        const alarm =
          !device && attempts.list(transaction, strangers).length >= GUESSES_BEFORE_ALARM;
        refuseOver(transaction, own, alarm ? 1 : GUESSES_PER_ACCOUNT);
        if (device) return attempts.add(transaction, [own]);
        refuseOver(transaction, everywhere, GUESSES_PER_ADDRESS);
        refuseOver(transaction, strangers, GUESSES_BEFORE_CLOSING);
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

  function refuseOver(query: Queryable, limit: string, most: number): void {
    const times = attempts.list(query, limit);
    if (times.length < most) return;
    // Once so many of the latest are left that one more fits.
    const now = clock();
    const freeing = times[times.length - most] ?? now;
    const retryAfter = (freeing + ATTEMPT_WINDOW_MS - now) / 1000;
    throw new DomainError('TOO_MANY_REQUESTS', {
      msg: 'Too many attempts to sign in. Please try again later.',
      retryAfter,
    });
  }
}

const ownLimit = ({ address, email }: Pick<LoginAttempt, 'address' | 'email'>) =>
  `address ${address} ${email}`;

/** For benches and tests that turn limits off. */
export const openLoginGuard: LoginGuard = {
  admit: async () => ({ succeeded: async () => {}, unchecked: async () => {} }),
  forgive: async () => {},
};
