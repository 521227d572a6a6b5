import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

/** Key of what an article's picture was drawn from; null when there is none. */
export function findShareKey(database: Connection, articleId: number): string | null {
  const sql = 'SELECT key FROM share_pictures WHERE article_id = ?';
  return prepared<[number], { key: string }>(database, sql).get(articleId)?.key ?? null;
}

export function recordShareKey(database: Connection, articleId: number, key: string): void {
  const sql = `INSERT INTO share_pictures (article_id, key) VALUES (?, ?)
    ON CONFLICT (article_id) DO UPDATE SET key = excluded.key`;
  prepared<[number, string], unknown>(database, sql).run(articleId, key);
}

export function forgetShareKey(database: Connection, articleId: number): void {
  const sql = 'DELETE FROM share_pictures WHERE article_id = ?';
  prepared<[number], unknown>(database, sql).run(articleId);
}

/** Every article that has such a picture. */
export function listShared(database: Connection): { articleId: number; publicId: string }[] {
  const sql = `SELECT s.article_id AS articleId, a.public_id AS publicId
    FROM share_pictures s JOIN articles a ON a.id = s.article_id`;
  return prepared<[], { articleId: number; publicId: string }>(database, sql).all();
}

/** Readable articles below an id, the newest first. */
export function listShareableBelow(database: Connection, id: number, limit: number): number[] {
  // The plus keeps the index on states out: it would have to sort all of them.
  const sql = `SELECT id FROM articles WHERE id < ? AND +state IN ('live', 'archived')
    ORDER BY id DESC LIMIT ?`;
  return prepared<[number, number], { id: number }>(database, sql)
    .all(id, limit)
    .map((row) => row.id);
}
