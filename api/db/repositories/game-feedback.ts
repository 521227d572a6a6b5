import { and, asc, count, desc, eq, getTableColumns, sql, sum } from 'drizzle-orm';
import type { ReviewState } from '#contracts/game.ts';
import type { Database } from '../client.ts';
import { users } from '../schema/accounts.ts';
import { gameLikes, gameReviews } from '../schema/games.ts';

/** Review with its author. */
export type ReviewRow = ReturnType<typeof listReviews>[number];

const selectReviews = ({ query }: Database) =>
  query
    .select({
      ...getTableColumns(gameReviews),
      member: users.publicId,
      name: users.name,
      avatar: users.avatar,
      email: users.email,
    })
    .from(gameReviews)
    .innerJoin(users, eq(users.id, gameReviews.userId));

/** Condition of published reviews. A literal value, because the partial index needs the same condition. */
const isPublished = sql`${gameReviews.state} = 'published'`;

export interface ReviewPage {
  limit: number;
  offset: number;
}

/** Returns one page of the published reviews of a game, newest first. */
export const listReviewsOf = (
  database: Database,
  game: number,
  { limit, offset }: ReviewPage,
): ReviewRow[] =>
  selectReviews(database)
    .where(and(eq(gameReviews.game, game), isPublished))
    .orderBy(desc(gameReviews.createdAt), desc(gameReviews.id))
    .limit(limit)
    .offset(offset)
    .all();

/** Returns the number of published reviews of a game, and the sum of their stars. */
export function sumReviewsOf({ query }: Database, game: number): { count: number; stars: number } {
  const row = query
    .select({ count: count(), stars: sum(gameReviews.stars).mapWith(Number) })
    .from(gameReviews)
    .where(and(eq(gameReviews.game, game), isPublished))
    .get();
  return { count: row?.count ?? 0, stars: row?.stars ?? 0 };
}

/** Returns one page of the reviews in a state: held ones oldest first, others newest first. */
export function listReviews(database: Database, state: ReviewState, { limit, offset }: ReviewPage) {
  const order = state === 'held' ? asc : desc;
  return selectReviews(database)
    .where(eq(gameReviews.state, state))
    .orderBy(order(gameReviews.createdAt), order(gameReviews.id))
    .limit(limit)
    .offset(offset)
    .all();
}

export function countReviews({ query }: Database, state: ReviewState): number {
  const inState = eq(gameReviews.state, state);
  return query.select({ found: count() }).from(gameReviews).where(inState).get()?.found ?? 0;
}

export const findReview = (
  database: Database,
  { userId, game }: { userId: number; game: number },
): ReviewRow | undefined =>
  selectReviews(database)
    .where(and(eq(gameReviews.userId, userId), eq(gameReviews.game, game)))
    .get();

export const findReviewById = (database: Database, publicId: string): ReviewRow | undefined =>
  selectReviews(database).where(eq(gameReviews.publicId, publicId)).get();

/** Stores a review, or replaces the member's review of the game. */
export function saveReview(
  { query }: Database,
  {
    now,
    ...review
  }: Pick<ReviewRow, 'publicId' | 'userId' | 'game' | 'stars' | 'text' | 'state' | 'signals'> & {
    now: number;
  },
): void {
  const { stars, text, state, signals } = review;
  query
    .insert(gameReviews)
    .values({ ...review, createdAt: now })
    .onConflictDoUpdate({
      target: [gameReviews.userId, gameReviews.game],
      set: { stars, text, state, signals, reason: null, decidedAt: null, editedAt: now },
    })
    .run();
}

export function decideReview(
  { query }: Database,
  {
    id,
    state,
    reason,
    now,
  }: { id: number; state: ReviewState; reason: string | null; now: number },
): void {
  const decision = { state, reason, decidedAt: now };
  query.update(gameReviews).set(decision).where(eq(gameReviews.id, id)).run();
}

export function deleteReview({ query }: Database, id: number): void {
  query.delete(gameReviews).where(eq(gameReviews.id, id)).run();
}

/** Returns the numbers of the games that a member likes, the newest like first. */
export function listGameLikes({ query }: Database, userId: number): number[] {
  return query
    .select({ game: gameLikes.game })
    .from(gameLikes)
    .where(eq(gameLikes.userId, userId))
    .orderBy(desc(gameLikes.createdAt), asc(gameLikes.game))
    .all()
    .map(({ game }) => game);
}

/** Stores a like, once per member. */
export function insertGameLike(
  { query }: Database,
  { userId, game, now }: { userId: number; game: number; now: number },
): void {
  query.insert(gameLikes).values({ userId, game, createdAt: now }).onConflictDoNothing().run();
}

export function deleteGameLike(
  { query }: Database,
  { userId, game }: { userId: number; game: number },
): void {
  query
    .delete(gameLikes)
    .where(and(eq(gameLikes.userId, userId), eq(gameLikes.game, game)))
    .run();
}
