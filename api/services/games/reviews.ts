import {
  type GameReview,
  type GameReviewList,
  type OwnGameReview,
  REVIEWS_PER_PAGE,
  type ReviewListQuery,
  type ReviewRequest,
  type ReviewSaved,
  type ReviewsOfGame,
} from '#contracts/game-review.ts';
import {
  countReviews,
  deleteReview,
  findReview,
  listReviews,
  listReviewsOf,
  type ReviewRow,
  saveReview,
  sumReviewsOf,
} from '../../db/repositories/game-reviews.ts';
import { createPublicId } from '../articles/public-id.ts';
import { judge } from '../comments/judge.ts';
import { trustIn } from '../comments/trust.ts';
import type { GamesContext } from './context.ts';

type Context = Pick<GamesContext, 'database' | 'clock'>;

const iso = (time: number) => new Date(time).toISOString();

/** What of a review everybody may read. */
export const toReview = (row: ReviewRow): GameReview => ({
  ...fieldsOf(row),
  member: { _id: row.member, name: row.name, avatar: row.avatar },
});

const fieldsOf = ({ publicId, game, stars, text, createdAt, editedAt }: ReviewRow) => ({
  ...{ _id: publicId, game, stars, text, createdAt: iso(createdAt) },
  edited: editedAt === null ? null : iso(editedAt),
});

const toOwn = (row: ReviewRow): OwnGameReview => ({
  ...fieldsOf(row),
  state: row.state,
  reason: row.reason,
});

/** Which rows a page of a list has, and how many pages there are. */
export const pageOf = (page: number, result: number) => ({
  rows: { limit: REVIEWS_PER_PAGE, offset: (page - 1) * REVIEWS_PER_PAGE },
  told: { result, page, pages: Math.ceil(result / REVIEWS_PER_PAGE) },
});

/** What was said about all games, the newest first. */
export function readReviews(
  { database }: Pick<Context, 'database'>,
  { page }: ReviewListQuery,
): GameReviewList {
  const { rows, told } = pageOf(page, countReviews(database, 'published'));
  return { reviews: listReviews(database, 'published', rows).map(toReview), ...told };
}

/** What was said about a game, and by who asks. */
export function readReviewsOf(
  { database }: Pick<Context, 'database'>,
  game: number,
  { page }: ReviewListQuery,
  userId: number | null,
): ReviewsOfGame {
  const { count, stars } = sumReviewsOf(database, game);
  const { rows, told } = pageOf(page, count);
  const own = userId === null ? undefined : findReview(database, { userId, game });
  return {
    reviews: listReviewsOf(database, game, rows).map(toReview),
    ...told,
    average: count === 0 ? null : Math.round((stars / count) * 10) / 10,
    mine: own ? toOwn(own) : null,
  };
}

/**
 * Writes a review, or changes one's own. It is public at once for who is trusted; otherwise somebody
 * looks at it first, and at each change of its words.
 */
export async function writeReview(
  { database, clock }: Context,
  writer: { userId: number; admin: boolean },
  game: number,
  { stars, text }: ReviewRequest,
): Promise<ReviewSaved> {
  const { userId } = writer;
  const verdict = judge({
    ...{ text, links: text.match(/\b(?:https?:\/\/|www\.)\S+/gi) ?? [] },
    ...{ stamp: 'sound', hidden: false, repeated: false },
    author: trustIn({ database }, writer),
  });
  const saved = await database.write(() => {
    const before = findReview(database, { userId, game });
    // Other stars for the same public words need no other look.
    const stays = before?.state === 'published' && before.text === text;
    const state = stays || verdict.state === 'published' ? 'published' : 'held';
    const publicId = before?.publicId ?? createPublicId();
    const { signals } = verdict;
    saveReview(database, { publicId, userId, game, stars, text, state, signals, now: clock() });
    return findReview(database, { userId, game });
  });
  const msg =
    saved?.state === 'published'
      ? 'Your review is published.'
      : 'Saved. Others see your review once somebody has looked at it.';
  return { msg, mine: saved ? toOwn(saved) : null };
}

/** Deletes one's own review, if there is one. */
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
