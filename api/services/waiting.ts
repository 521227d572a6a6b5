import type { Decisions } from '#contracts/overview.ts';
import type { Waiting } from '#contracts/waiting.ts';
import type { AppContext } from '../context.ts';
import { countUnmatchedPayments } from '../db/repositories/checkouts.ts';
import { countContactMessages } from '../db/repositories/contact-messages.ts';
import { countCrossPosts } from '../db/repositories/cross-posts.ts';
import { countOpenDisputes } from '../db/repositories/disputes.ts';
import { countReviews } from '../db/repositories/game-reviews.ts';
import { countJobs } from '../db/repositories/jobs.ts';
import { countMails } from '../db/repositories/mails.ts';
import { countOrders } from '../db/repositories/orders.ts';
import { getQueueCounts } from './comments/moderation.ts';

/** Returns the numbers of decisions and failures that await an admin, by kind. */
export function countDecisions({ database }: Pick<AppContext, 'database'>): Decisions {
  const { held, reported } = getQueueCounts({ database });
  return {
    heldComments: held,
    reportedComments: reported,
    reviews: countReviews(database, 'held'),
    messages: countContactMessages(database.query, 'unread'),
    disputes: countOpenDisputes(database),
    unmatchedPayments: countUnmatchedPayments(database),
    failedRefunds: countOrders(database, { search: '', state: 'refund-failed' }),
    jobs: countJobs(database, 'trouble'),
    emails: countMails(database.query, { show: 'trouble' }),
    crossPosts: countCrossPosts(database.query, 'trouble'),
  };
}

/** Returns the numbers of items that await an admin, by page. */
export function countWaiting(context: Pick<AppContext, 'database'>): Waiting {
  const decisions = countDecisions(context);
  return {
    comments: decisions.heldComments + decisions.reportedComments,
    reviews: decisions.reviews,
    messages: decisions.messages,
    mails: decisions.emails,
    orders: decisions.disputes + decisions.unmatchedPayments + decisions.failedRefunds,
    posts: decisions.crossPosts,
  };
}
