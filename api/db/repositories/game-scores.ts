import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../client.ts';
import { users } from '../schema/accounts.ts';
import { gameScores, gameSeeds } from '../schema/games.ts';
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
export type BoardKey = { game: number; mode: string } & (
  | { span: 'all' }
  | { span: 'day' | 'challenge'; day: number }
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
export type ScoreRow = ReturnType<typeof listBoard>[number];

/** Audience that members have chosen for their scores. */
const shownTo: Record<LeaderboardViewer['kind'], SQL | undefined> = {
  guest: sql`coalesce(${users.privacy} ->> 'scores', 'public') = 'public'`,
  member: sql`coalesce(${users.privacy} ->> 'scores', 'public') <> 'me'`,
  admin: undefined,
};

/** Members always see their own scores. */
function isVisible({ kind, userId }: LeaderboardViewer): SQL | undefined {
  const shown = shownTo[kind];
  return and(eq(users.status, 'active'), shown && or(eq(users.id, userId), shown));
}

/** `best` is a literal value, because the partial index needs the same condition. */
function isOnBoard(key: BoardKey): SQL | undefined {
  const { game, mode, challenge, day, best } = gameScores;
  return and(
    eq(game, key.game),
    eq(mode, key.mode),
    key.span === 'all'
      ? sql`${best} = 1`
      : and(eq(challenge, key.span === 'challenge'), eq(day, key.day)),
  );
}

const selectScores = ({ query }: Database) =>
  query.select(columns).from(gameScores).innerJoin(users, eq(users.id, gameScores.userId));

/** Returns the first scores of a leaderboard that the viewer may see. */
export function listBoard(
  database: Database,
  key: BoardKey,
  looker: LeaderboardViewer,
  limit: number,
) {
  return selectScores(database)
    .where(and(isOnBoard(key), isVisible(looker)))
    .orderBy(desc(gameScores.score), asc(gameScores.createdAt), asc(gameScores.id))
    .limit(limit)
    .all();
}

/** Finds the member's own score on a leaderboard. */
export const findOnBoard = (
  database: Database,
  key: BoardKey,
  userId: number,
): ScoreRow | undefined =>
  selectScores(database)
    .where(and(eq(gameScores.userId, userId), isOnBoard(key)))
    .get();

/** Counts the scores of a leaderboard above one that the viewer may see. */
export function countBefore(
  { query }: Database,
  key: BoardKey,
  looker: LeaderboardViewer,
  before: Pick<ScoreRow, 'score' | 'createdAt' | 'id'>,
): number {
  const { score, createdAt, id, userId } = gameScores;
  const isEarlier = sql`(${createdAt}, ${id}) < (${before.createdAt}, ${before.id})`;
  const isBefore = and(gte(score, before.score), or(gt(score, before.score), isEarlier));
  const row = query
    .select({ found: count() })
    .from(gameScores)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isOnBoard(key), isBefore, isVisible(looker)))
    .get();
  return row?.found ?? 0;
}

/** Finds a score by its `_id` if the viewer may see it. */
export function findPlayed({ query }: Database, publicId: string, looker: LeaderboardViewer) {
  const { game, mode, day, challenge, rules, seed, inputs } = gameScores;
  return query
    .select({ ...columns, game, mode, day, challenge, rules, seed, inputs })
    .from(gameScores)
    .innerJoin(users, eq(users.id, gameScores.userId))
    .where(and(eq(gameScores.publicId, publicId), isVisible(looker)))
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

/** Marks a seed as unused, because its game could not be counted for a reason that is not the player's. */
export function releaseSeed({ query }: Database, id: number): void {
  query.update(gameSeeds).set({ usedAt: null }).where(eq(gameSeeds.id, id)).run();
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
