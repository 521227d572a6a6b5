import type { Waiting } from '#contracts/waiting.ts';
import type { AppContext } from '../context.ts';
import { countContactMessages } from '../db/repositories/contact-messages.ts';
import { countMails } from '../db/repositories/mails.ts';

/** How many things wait for an admin. */
export function countWaiting({ database: { query } }: Pick<AppContext, 'database'>): Waiting {
  return {
    messages: countContactMessages(query, 'unread'),
    mails: countMails(query, { show: 'trouble' }),
  };
}
