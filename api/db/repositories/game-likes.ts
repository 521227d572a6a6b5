import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

/** Numbers of the games somebody likes, the newest like first. */
export function listGameLikes(database: Connection, userId: number): number[] {
  const sql = 'SELECT game FROM game_likes WHERE user_id = ? ORDER BY created_at DESC, game';
  return prepared<[number], { game: number }>(database, sql)
    .all(userId)
    .map(({ game }) => game);
}

/** Liking again changes nothing. */
export function insertGameLike(
  database: Connection,
  like: { userId: number; game: number; now: number },
): void {
  const sql = `INSERT INTO game_likes (user_id, game, created_at)
    VALUES (@userId, @game, @now) ON CONFLICT DO NOTHING`;
  prepared<[object], unknown>(database, sql).run(like);
}

export function deleteGameLike(database: Connection, like: { userId: number; game: number }): void {
  const sql = 'DELETE FROM game_likes WHERE user_id = @userId AND game = @game';
  prepared<[object], unknown>(database, sql).run(like);
}
