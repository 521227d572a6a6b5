import type {
  JudgedListQuery,
  JudgedReviews,
  ReviewDecisionRequest,
} from '#contracts/game-review.ts';
import { addAuditDetails } from '../../db/audit-trail.ts';
import type { Queryable } from '../../db/client.ts';
import {
  countReviews,
  decideReview,
  deleteReview,
  findReviewById,
  listReviews,
  type ReviewRow,
} from '../../db/repositories/game-reviews.ts';
import { notify } from '../notifications/notify.ts';
import type { GamesContext } from './games-context.ts';
import { getGameName } from './known-games.ts';
import { getPageRange, toReview } from './reviews.ts';

type Context = Pick<GamesContext, 'config' | 'database' | 'clock'>;

/** Returns one page of reviews in a state, for moderators. */
export function getReviewQueue(
  { database }: Pick<Context, 'database'>,
  { state, page }: JudgedListQuery,
): JudgedReviews {
  const counts = {
    held: countReviews(database, 'held'),
    published: countReviews(database, 'published'),
    rejected: countReviews(database, 'rejected'),
  };
  const { rows, told } = getPageRange(page, counts[state]);
  const reviews = listReviews(database, state, rows).map((row) => ({
    ...toReview(row),
    state: row.state,
    reason: row.reason,
    email: row.email,
    signals: row.signals,
    name: getGameName(row.game),
  }));
  return { reviews, counts, ...told };
}

/**
 * Decides about several reviews in one transaction and notifies their authors; skips deleted ones.
 * @returns the ids of the changed reviews
 */
export function decideReviews(
  context: Context,
  { ids, decision, reason }: ReviewDecisionRequest,
): Promise<string[]> {
  const { database, clock } = context;
  return database.write((transaction) => {
    const done: string[] = [];
    for (const id of new Set(ids)) {
      const review = findReviewById(database, id);
      if (!review) continue;
      done.push(id);
      if (decision === 'delete') {
        deleteReview(database, review.id);
        continue;
      }
      const state = decision === 'approve' ? 'published' : 'rejected';
      const why = decision === 'reject' && reason !== '' ? reason : null;
      decideReview(database, { id: review.id, state, reason: why, now: clock() });
      if (review.state !== state) notifyAuthor(transaction, context, review, { state, why });
    }
    addAuditDetails({ decision, count: String(done.length), reviews: done.join(', ') });
    return done;
  });
}

function notifyAuthor(
  transaction: Queryable,
  context: Context,
  { userId, publicId, game }: ReviewRow,
  { state, why }: { state: 'published' | 'rejected'; why: string | null },
): void {
  const outcome = state === 'published' ? 'is published' : 'was not published';
  notify(transaction, context, {
    userId,
    kind: 'moderation',
    title: `Your review of “${getGameName(game)}” ${outcome}.`,
    excerpt: why ?? '',
    path: `/gamecorner/game/${game}#reviews`,
    about: `review:${publicId}:${state}:${context.clock()}`,
  });
}
