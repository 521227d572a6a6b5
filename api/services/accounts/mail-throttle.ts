import type { Queryable } from '../../db/client.ts';
import type { Attempts } from './attempts.ts';

/** Mails with a link that strangers can have sent to one address in an hour. */
export const LINK_MAILS_PER_HOUR = 4;

export interface MailThrottle {
  /** Counts a mail to this address, inside a transaction. @returns false when it has had enough */
  admit(transaction: Queryable, email: string): boolean;
}

/** Nobody's mailbox is filled by asking us for links. */
export function createMailThrottle(attempts: Attempts): MailThrottle {
  return {
    admit(transaction, email) {
      const limit = `links to ${email}`;
      if (attempts.list(transaction, limit).length >= LINK_MAILS_PER_HOUR) return false;
      attempts.add(transaction, [limit]);
      return true;
    },
  };
}

/** For benches and tests that turn limits off. */
export const openMailThrottle: MailThrottle = { admit: () => true };
