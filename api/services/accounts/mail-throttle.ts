import type { Clock } from '../../clock.ts';
import { createRecentAttempts } from './recent-attempts.ts';

const HOUR_MS = 3_600_000;
/** Mails with a link that strangers can have sent to one address in an hour. */
export const LINK_MAILS_PER_HOUR = 4;

export interface MailThrottle {
  /** Counts a mail to this address. @returns false when it has had enough of them */
  admit(email: string): boolean;
}

/** Nobody's mailbox is filled by asking us for links. */
export function createMailThrottle(clock: Clock): MailThrottle {
  const mails = createRecentAttempts(HOUR_MS);
  return {
    admit(email) {
      const now = clock();
      if (mails.list(email, now).length >= LINK_MAILS_PER_HOUR) return false;
      mails.add(email, now);
      return true;
    },
  };
}

/** For benches and tests that turn limits off. */
export const openMailThrottle: MailThrottle = { admit: () => true };
