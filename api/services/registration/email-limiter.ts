import type { Queryable } from '../../db/client.ts';
import type { Attempts } from '../sessions/sign-in-attempts.ts';

/** Emails with a link that can be requested for one address per hour. */
export const LINK_EMAILS_PER_HOUR = 4;

export interface EmailLimiter {
  /**
   * Counts an email to an address; call it in a transaction. @returns false if the limit is reached
   */
  admit(transaction: Queryable, email: string): boolean;
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

/** Without limits, for benches and tests. */
export const unlimitedEmails: EmailLimiter = { admit: () => true };
