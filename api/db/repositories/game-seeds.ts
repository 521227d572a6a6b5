import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** A game that was begun to be counted. */
export interface SeedRow {
  id: number;
  publicId: string;
  userId: number;
  game: number;
  mode: string;
  seed: number;
  /** Days since 1970; null where it is no go at a challenge. */
  challenge: number | null;
  createdAt: number;
  endsAt: number;
  usedAt: number | null;
}

export function insertSeed(database: Connection, seed: Omit<SeedRow, 'id' | 'usedAt'>): void {
  const sql = `INSERT INTO game_seeds
      (public_id, user_id, game, mode, seed, challenge, created_at, ends_at)
    VALUES (@publicId, @userId, @game, @mode, @seed, @challenge, @createdAt, @endsAt)`;
  prepared<[object], unknown>(database, sql).run(seed);
}

export function findSeed(database: Connection, publicId: string): SeedRow | undefined {
  const sql = `SELECT id, public_id AS publicId, user_id AS userId, game, mode, seed, challenge,
      created_at AS createdAt, ends_at AS endsAt, used_at AS usedAt
    FROM game_seeds WHERE public_id = ?`;
  return prepared<[string], SeedRow>(database, sql).get(publicId);
}

/** Takes a seed for good. @returns false where somebody was sooner */
export function claimSeed(database: Connection, id: number, now: number): boolean {
  const sql = 'UPDATE game_seeds SET used_at = @now WHERE id = @id AND used_at IS NULL';
  return prepared<[object], unknown>(database, sql).run({ id, now }).changes > 0;
}

/** Gives a seed back that nothing came of, through no fault of who holds it. */
export function releaseSeed(database: Connection, id: number): void {
  const sql = 'UPDATE game_seeds SET used_at = NULL WHERE id = ?';
  prepared<[number], unknown>(database, sql).run(id);
}

/** Forgets seeds that ended before a time, and those of somebody behind their newest so many. */
export function purgeSeeds(
  database: Connection,
  { before, userId, keep }: { before: number; userId: number; keep: number },
): void {
  prepared<[number], unknown>(database, 'DELETE FROM game_seeds WHERE ends_at < ?').run(before);
  const sql = `DELETE FROM game_seeds WHERE user_id = @userId AND id <= (
    SELECT id FROM game_seeds WHERE user_id = @userId ORDER BY id DESC LIMIT 1 OFFSET @keep)`;
  prepared<[object], unknown>(database, sql).run({ userId, keep });
}
