import type { Clock } from '../../clock.ts';
import { DomainError } from '../../errors.ts';
import { createRecentAttempts } from './recent-attempts.ts';

/** All limits below are per sliding hour. */
export const LOGIN_WINDOW_MS = 3_600_000;
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
  admit(attempt: LoginAttempt): AdmittedAttempt;
  /** Forgets the slips of who has just shown in another way whose account it is. */
  forgive(attempt: Pick<LoginAttempt, 'address' | 'email'>): void;
}

export interface AdmittedAttempt {
  /** The password was right: earlier slips of the same person are forgiven. */
  succeeded(): void;
  /** The password was never looked at, so it was no guess. */
  unchecked(): void;
}

/**
 * Bounds password guessing without locking the owner out: an attacker uses up the allowance of
 * strangers, a device that has signed in before has its own (OWASP's device cookies). Accounts that
 * do not exist are counted alike, so that limits tell nothing.
 */
export function createLoginGuard(clock: Clock): LoginGuard {
  const attempts = createRecentAttempts(LOGIN_WINDOW_MS);

  return {
    admit({ address, email, device }) {
      const now = clock();
      const own = device ? `device ${device} ${email}` : `address ${address} ${email}`;
      const shared = device ? [] : [`strangers ${email}`, `address ${address}`];

      const strangers = device ? 0 : attempts.list(`strangers ${email}`, now).length;
      refuseOver(own, strangers >= GUESSES_BEFORE_ALARM ? 1 : GUESSES_PER_ACCOUNT, now);
      if (!device) {
        refuseOver(`address ${address}`, GUESSES_PER_ADDRESS, now);
        refuseOver(`strangers ${email}`, GUESSES_BEFORE_CLOSING, now);
      }

      for (const key of [own, ...shared]) attempts.add(key, now);
      const takeBack = (times: readonly number[]) => {
        for (const key of [own, ...shared]) {
          for (const time of times) attempts.remove(key, time);
        }
      };
      return {
        unchecked: () => takeBack([now]),
        succeeded: () => takeBack([...attempts.list(own, now)]),
      };
    },
    forgive({ address, email }) {
      const own = `address ${address} ${email}`;
      for (const time of attempts.list(own, clock())) {
        for (const key of [own, `strangers ${email}`, `address ${address}`]) {
          attempts.remove(key, time);
        }
      }
    },
  };

  function refuseOver(key: string, limit: number, now: number): void {
    const times = attempts.list(key, now);
    if (times.length < limit) return;
    // Once so many of the latest are left that one more fits.
    const freeing = times[times.length - limit] ?? now;
    const retryAfter = (freeing + LOGIN_WINDOW_MS - now) / 1000;
    throw new DomainError('TOO_MANY_REQUESTS', {
      msg: 'Too many attempts to sign in. Please try again later.',
      retryAfter,
    });
  }
}

/** For benches and tests that turn limits off. */
export const openLoginGuard: LoginGuard = {
  admit: () => ({ succeeded: () => {}, unchecked: () => {} }),
  forgive: () => {},
};
