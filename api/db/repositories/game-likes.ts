import { and, asc, desc, eq } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { gameLikes } from '../schema/games.ts';

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
