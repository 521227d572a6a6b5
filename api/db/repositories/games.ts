import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import type { ReviewState } from '#contracts/game.ts';
import { countRows, type Database, type Page } from '../database.ts';
import { users } from '../schema/accounts.ts';
import { gameLikes, gameReviews, gameScores, gameSeeds } from '../schema/games.ts';
import type { TimelinePlace, TimelineRow } from './timeline.ts';

/** Started game that may count for the leaderboard. */
export type SeedRow = typeof gameSeeds.$inferSelect;

export const findSeed = ({ query }: Database, publicId: string): SeedRow | undefined =>
  query.select().from(gameSeeds).where(eq(gameSeeds.publicId, publicId)).get();

/** Viewer of a leaderboard: the privacy of members decides which scores they see; admins see all. */
export interface LeaderboardViewer {
  kind: 'guest' | 'member' | 'admin';
  /** 0 for guests. */
  userId: number;
}

/** Leaderboard of a game and mode: the best scores of all time, or those of a day. */
export type LeaderboardKey = { game: number; mode: string } & (
  | { period: 'all' }
  | { period: 'day' | 'challenge'; day: number }
);

const columns = {
  id: gameScores.id,
  publicId: gameScores.publicId,
  userId: gameScores.userId,
  score: gameScores.score,
  createdAt: gameScores.createdAt,
  member: users.publicId,
  name: users.name,
  avatar: users.avatar,
};

/** Score on a leaderboard. */
export type ScoreRow = ReturnType<typeof listLeaderboard>[number];

/** Audience that members have chosen for their scores. */
const shownTo: Record<LeaderboardViewer['kind'], SQL | undefined> = {
  guest: sql`coalesce(${users.privacy} ->> 'scores', 'public') = 'public'`,
  member: sql`coalesce(${users.privacy} ->> 'scores', 'public') <> 'me'`,
  admin: undefined,
};

/** Members always see their own scores. */
function visibleScores({ kind, userId }: LeaderboardViewer): SQL | undefined {
  const shown = shownTo[kind];
  return and(eq(users.status, 'active'), shown && or(eq(users.id, userId), shown));
}

/** `best` is a literal value, because the partial index needs the same condition. */
function isOnLeaderboard(key: LeaderboardKey): SQL | undefined {
  const { game, mode, challenge, day, best } = gameScores;
  return and(
    eq(game, key.game),
    eq(mode, key.mode),
    key.period === 'all'
      ? sql`${best} = 1`
      : and(eq(challenge, key.period === 'challenge'), eq(day, key.day)),
  );
}

const selectScores = ({ query }: Database) =>
  query.select(columns).from(gameScores).innerJoin(users, eq(users.id, gameScores.userId));

/** Returns the first scores of a leaderboard that the viewer may see. */
export function listLeaderboard(
  database: Database,
  key: LeaderboardKey,
  viewer: LeaderboardViewer,
  limit: number,
) {
  return selectScores(database)
    .where(and(isOnLeaderboard(key), visibleScores(viewer)))
    .orderBy(desc(gameScores.score), asc(gameScores.createdAt), asc(gameScores.id))
    .limit(limit)
    .all();
}

/** Finds the member's own score on a leaderboard. */
export const findOnLeaderboard = (
  database: Database,
  key: LeaderboardKey,
  userId: number,
): ScoreRow | undefined =>
  selectScores(database)
    .where(and(eq(gameScores.userId, userId), isOnLeaderboard(key)))
    .get();

/** Counts the scores of a leaderboard above one that the viewer may see. */
export function countBefore(
  { query }: Database,
  key: LeaderboardKey,
  viewer: LeaderboardViewer,
  before: Pick<ScoreRow, 'score' | 'createdAt' | 'id'>,
): number {
  const { score, createdAt, id, userId } = gameScores;
  const isEarlier = sql`(${createdAt}, ${id}) < (${before.createdAt}, ${before.id})`;
  const isBefore = and(gte(score, before.score), or(gt(score, before.score), isEarlier));
  const row = query
    .select({ found: count() })
    .from(gameScores)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isOnLeaderboard(key), isBefore, visibleScores(viewer)))
    .get();
  return row?.found ?? 0;
}

/** Finds a score by its `_id` if the viewer may see it. */
export function findPlayed({ query }: Database, publicId: string, viewer: LeaderboardViewer) {
  const { game, mode, day, challenge, rules, seed, inputs } = gameScores;
  return query
    .select({ ...columns, game, mode, day, challenge, rules, seed, inputs })
    .from(gameScores)
    .innerJoin(users, eq(users.id, gameScores.userId))
    .where(and(eq(gameScores.publicId, publicId), visibleScores(viewer)))
    .get();
}

/** Game as the server has counted it. */
export type CountedGame = Omit<typeof gameScores.$inferSelect, 'id' | 'best'>;

/** Stores a game if it is the member's best of its day. @returns its row ID, or null if it is not */
export function insertGame({ query }: Database, counted: CountedGame): number | null {
  const { userId, game, mode, day, challenge, ...result } = counted;
  const row = query
    .insert(gameScores)
    .values(counted)
    .onConflictDoUpdate({
      target: [
        gameScores.userId,
        gameScores.game,
        gameScores.mode,
        gameScores.day,
        gameScores.challenge,
      ],
      set: result,
      setWhere: sql`excluded.score > ${gameScores.score}`,
    })
    .returning({ id: gameScores.id })
    .get();
  return row?.id ?? null;
}

/** Marks the best score of a member in a mode; challenges are excluded. */
export function markBestGame(
  { query }: Database,
  { userId, game, mode }: Pick<CountedGame, 'userId' | 'game' | 'mode'>,
): void {
  const { best, score, createdAt, id } = gameScores;
  const ofMember = and(
    eq(gameScores.userId, userId),
    eq(gameScores.game, game),
    eq(gameScores.mode, mode),
  );
  const row = query
    .select({ id })
    .from(gameScores)
    .where(and(ofMember, eq(gameScores.challenge, false)))
    .orderBy(desc(score), asc(createdAt), asc(id))
    .limit(1)
    .get();
  if (!row) return;
  query
    .update(gameScores)
    .set({ best: false })
    .where(and(ofMember, sql`${best} = 1`, ne(id, row.id)))
    .run();
  query
    .update(gameScores)
    .set({ best: true })
    .where(and(eq(id, row.id), eq(best, false)))
    .run();
}

/** Returns the scores of a member for the timeline, newest first: `key` is the game, `title` the score. */
export function listScoresBy({ query }: Database, place: TimelinePlace): TimelineRow[] {
  const { id, createdAt, score, game, publicId, mode, userId } = gameScores;
  return query
    .select({
      id,
      at: createdAt,
      title: sql<string>`CAST(${score} AS TEXT)`,
      key: sql<string>`CAST(${game} AS TEXT)`,
      part: publicId,
      excerpt: mode,
    })
    .from(gameScores)
    .where(and(eq(userId, place.userId), sql`(${createdAt}, ${id}) < (${place.at}, ${place.id})`))
    .orderBy(desc(createdAt), desc(id))
    .limit(place.limit)
    .all();
}

export function insertSeed({ query }: Database, seed: Omit<SeedRow, 'id' | 'usedAt'>): void {
  query.insert(gameSeeds).values(seed).run();
}

/** Marks a seed as used. @returns false if it was used before */
export function claimSeed({ query }: Database, id: number, now: number): boolean {
  const condition = and(eq(gameSeeds.id, id), isNull(gameSeeds.usedAt));
  return query.update(gameSeeds).set({ usedAt: now }).where(condition).run().changes > 0;
}

/** Deletes seeds that ended before a time, and all but the newest `keep` of a user. */
export function purgeSeeds(
  { query }: Database,
  { before, userId, keep }: { before: number; userId: number; keep: number },
): void {
  query.delete(gameSeeds).where(lt(gameSeeds.endsAt, before)).run();
  const newestToDelete = query
    .select({ id: gameSeeds.id })
    .from(gameSeeds)
    .where(eq(gameSeeds.userId, userId))
    .orderBy(desc(gameSeeds.id))
    .limit(1)
    .offset(keep);
  query
    .delete(gameSeeds)
    .where(and(eq(gameSeeds.userId, userId), lte(gameSeeds.id, newestToDelete)))
    .run();
}

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

/** Returns one page of the published reviews of a game, newest first. */
export const listReviewsOf = (
  database: Database,
  game: number,
  { limit, offset }: Page,
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
export function listReviews(database: Database, state: ReviewState, { limit, offset }: Page) {
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
  return countRows(query, gameReviews, inState);
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
export function upsertReview(
  { query }: Database,
  {
    now,
    ...review
  }: Pick<
    ReviewRow,
    'publicId' | 'userId' | 'game' | 'stars' | 'text' | 'state' | 'spamFactors'
  > & {
    now: number;
  },
): void {
  const { stars, text, state, spamFactors } = review;
  query
    .insert(gameReviews)
    .values({ ...review, createdAt: now })
    .onConflictDoUpdate({
      target: [gameReviews.userId, gameReviews.game],
      set: { stars, text, state, spamFactors, reason: null, decidedAt: null, editedAt: now },
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
