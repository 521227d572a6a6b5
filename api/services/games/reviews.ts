import { paginate } from '#contracts/fields.ts';
import {
  type GameReview,
  type GameReviewList,
  type ModeratedListQuery,
  type ModeratedReviews,
  type OwnGameReview,
  REVIEWS_PER_PAGE,
  type ReviewDecisionRequest,
  type ReviewListQuery,
  type ReviewRequest,
  type ReviewSaved,
  type ReviewsOfGame,
} from '#contracts/game.ts';
import { iso } from '../../context.ts';
import { addAuditDetails, type Queryable } from '../../db/database.ts';
import {
  countReviews,
  decideReview,
  deleteReview,
  findReview,
  findReviewById,
  listReviews,
  listReviewsOf,
  type ReviewRow,
  sumReviewsOf,
  upsertReview,
} from '../../db/repositories/games.ts';
import { getAuthorTrust, scoreComment } from '../comments/spam-score.ts';
import { createPublicId } from '../identifiers.ts';
import { notify } from '../notifications/notify.ts';
import { type GamesContext, getGameName } from './games.ts';

type Context = Pick<GamesContext, 'database' | 'clock'>;

/** Converts a review to its public API response. */
export const toReview = (row: ReviewRow): GameReview => ({
  ...fieldsOf(row),
  member: { _id: row.member, name: row.name, avatar: row.avatar },
});

const fieldsOf = ({ publicId, game, stars, text, createdAt, editedAt }: ReviewRow) => ({
  _id: publicId,
  game,
  stars,
  text,
  createdAt: iso(createdAt),
  edited: iso(editedAt),
});

const toOwn = (row: ReviewRow): OwnGameReview => ({
  ...fieldsOf(row),
  state: row.state,
  reason: row.reason,
});

const getPageRange = (page: number, result: number) =>
  paginate({ page, limit: REVIEWS_PER_PAGE }, result);

/** Returns reviews of all games, newest first. */
export function listReviewPage(
  { database }: Pick<Context, 'database'>,
  { page }: ReviewListQuery,
): GameReviewList {
  const { rows, pageInfo } = getPageRange(page, countReviews(database, 'published'));
  return { reviews: listReviews(database, 'published', rows).map(toReview), ...pageInfo };
}

/** Returns the reviews of a game and the viewer's own. */
export function getReviewsOfGame(
  { database }: Pick<Context, 'database'>,
  game: number,
  { page }: ReviewListQuery,
  userId: number | null,
): ReviewsOfGame {
  const { count, stars } = sumReviewsOf(database, game);
  const { rows, pageInfo } = getPageRange(page, count);
  const own = userId === null ? undefined : findReview(database, { userId, game });
  return {
    reviews: listReviewsOf(database, game, rows).map(toReview),
    ...pageInfo,
    average: count === 0 ? null : Math.round((stars / count) * 10) / 10,
    mine: own ? toOwn(own) : null,
  };
}

/** Creates or changes the own review; reviews of untrusted members are held, also after each change of the text. */
export async function submitReview(
  { database, clock }: Context,
  writer: { userId: number; admin: boolean },
  game: number,
  { stars, text }: ReviewRequest,
): Promise<ReviewSaved> {
  const { userId } = writer;
  const score = scoreComment({
    text,
    links: text.match(/\b(?:https?:\/\/|www\.)\S+/gi) ?? [],
    formToken: 'valid',
    hidden: false,
    repeated: false,
    author: getAuthorTrust({ database }, writer),
  });
  const saved = await database.write(() => {
    const before = findReview(database, { userId, game });
    // New stars with the same approved text need no moderation.
    const keepsState = before?.state === 'published' && before.text === text;
    // A rejected review is not published again without moderation.
    const isTrusted = score.state === 'published' && (writer.admin || before?.state !== 'rejected');
    const state = keepsState || isTrusted ? 'published' : 'held';
    const publicId = before?.publicId ?? createPublicId();
    const { spamFactors } = score;
    upsertReview(database, {
      publicId,
      userId,
      game,
      stars,
      text,
      state,
      spamFactors,
      now: clock(),
    });
    return findReview(database, { userId, game });
  });
  const msg =
    saved?.state === 'published'
      ? 'Your review is published.'
      : 'Saved. Your review is awaiting moderation.';
  return { msg, mine: saved ? toOwn(saved) : null };
}

/** Deletes the own review, if there is one. */
export async function removeReview(
  { database }: Pick<Context, 'database'>,
  userId: number,
  game: number,
): Promise<ReviewSaved> {
  await database.write(() => {
    const review = findReview(database, { userId, game });
    if (review) deleteReview(database, review.id);
  });
  return { msg: 'Your review is deleted.', mine: null };
}

type ModerationContext = Pick<GamesContext, 'config' | 'database' | 'clock'>;

/** Returns one page of reviews in a state, for moderators. */
export function getReviewQueue(
  { database }: Pick<ModerationContext, 'database'>,
  { state, page }: ModeratedListQuery,
): ModeratedReviews {
  const counts = {
    held: countReviews(database, 'held'),
    published: countReviews(database, 'published'),
    rejected: countReviews(database, 'rejected'),
  };
  const { rows, pageInfo } = getPageRange(page, counts[state]);
  const reviews = listReviews(database, state, rows).map((row) => ({
    ...toReview(row),
    state: row.state,
    reason: row.reason,
    email: row.email,
    spamFactors: row.spamFactors,
    name: getGameName(database, row.game),
  }));
  return { reviews, counts, ...pageInfo };
}

/**
 * Decides about several reviews in one transaction and notifies their authors; skips deleted ones.
 * @returns the ids of the changed reviews
 */
export function decideReviews(
  context: ModerationContext,
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
  context: ModerationContext,
  { userId, publicId, game }: ReviewRow,
  { state, why }: { state: 'published' | 'rejected'; why: string | null },
): void {
  const outcome = state === 'published' ? 'is published' : 'was not published';
  notify(transaction, context, {
    userId,
    kind: 'moderation',
    title: `Your review of “${getGameName(context.database, game)}” ${outcome}.`,
    excerpt: why ?? '',
    path: `/gamecorner/game/${game}#reviews`,
    subjectKey: `review:${publicId}:${state}:${context.clock()}`,
  });
}
