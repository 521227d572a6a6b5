import type {
  JudgedListQuery,
  JudgedReviews,
  ReviewDecisionRequest,
} from '#contracts/game-review.ts';
import { noteForAudit } from '../../db/audit-trail.ts';
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
import type { GamesContext } from './context.ts';
import { nameOfGame } from './known-games.ts';
import { pageOf, toReview } from './reviews.ts';

type Context = Pick<GamesContext, 'config' | 'database' | 'clock'>;

/** One page of the reviews in a state, as a moderator sees them. */
export function readJudgedReviews(
  { database }: Pick<Context, 'database'>,
  { state, page }: JudgedListQuery,
): JudgedReviews {
  const counts = {
    held: countReviews(database, 'held'),
    published: countReviews(database, 'published'),
    rejected: countReviews(database, 'rejected'),
  };
  const { rows, told } = pageOf(page, counts[state]);
  const reviews = listReviews(database, state, rows).map((row) => ({
    ...toReview(row),
    ...{ state: row.state, reason: row.reason, email: row.email, signals: row.signals },
    name: nameOfGame(row.game),
  }));
  return { reviews, counts, ...told };
}

/**
 * Decides about several reviews, all of them or none; their authors hear of it. Whatever is gone by
 * now is passed over.
 * @returns the ids that were decided about
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
      if (review.state !== state) tellAuthor(transaction, context, review, { state, why });
    }
    noteForAudit({ decision, count: String(done.length), reviews: done.join(', ') });
    return done;
  });
}

function tellAuthor(
  transaction: Queryable,
  context: Context,
  { userId, publicId, game }: ReviewRow,
  { state, why }: { state: 'published' | 'rejected'; why: string | null },
): void {
  const outcome = state === 'published' ? 'is published' : 'was not published';
  notify(transaction, context, {
    userId,
    kind: 'moderation',
    title: `Your review of “${nameOfGame(game)}” ${outcome}.`,
    excerpt: why ?? '',
    path: `/gamecorner/game/${game}#reviews`,
    about: `review:${publicId}:${state}:${context.clock()}`,
  });
}
