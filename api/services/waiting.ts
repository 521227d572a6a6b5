import type { Waiting } from '#contracts/waiting.ts';
import type { AppContext } from '../context.ts';
import { countUnmatchedPayments } from '../db/repositories/checkouts.ts';
import { countContactMessages } from '../db/repositories/contact-messages.ts';
import { countCrossPosts } from '../db/repositories/cross-posts.ts';
import { countOpenDisputes } from '../db/repositories/disputes.ts';
import { countReviews } from '../db/repositories/game-reviews.ts';
import { countMails } from '../db/repositories/mails.ts';
import { getQueueCounts } from './comments/moderation.ts';

/** Returns the numbers of items that await an admin. */
export function countWaiting({ database }: Pick<AppContext, 'database'>): Waiting {
  const { held, reported } = getQueueCounts({ database });
  return {
    comments: held + reported,
    reviews: countReviews(database, 'held'),
    messages: countContactMessages(database.query, 'unread'),
    mails: countMails(database.query, { show: 'trouble' }),
    orders: countOpenDisputes(database) + countUnmatchedPayments(database),
    posts: countCrossPosts(database.query, 'trouble'),
  };
}
