import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Live articles by their readers since a day, the most read first; of two alike, the newer. */
export function readMostRead(database: Connection, sinceDay: number, limit: number): number[] {
  const sql = `SELECT d.article_id AS id FROM article_days d JOIN articles a ON a.id = d.article_id
    WHERE d.day >= ? AND a.state = 'live'
    GROUP BY d.article_id ORDER BY sum(d.views) DESC, a.published_at DESC, d.article_id DESC LIMIT ?`;
  return prepared<[number, number], { id: number }>(database, sql)
    .all(sinceDay, limit)
    .map((row) => row.id);
}

/** What was found at the last look, in its order. */
export function readTrending(database: Connection): number[] {
  const sql = 'SELECT article_id AS id FROM trending ORDER BY position';
  return prepared<[], { id: number }>(database, sql)
    .all()
    .map((row) => row.id);
}

/** Keeps what was found. Belongs in a transaction. */
export function writeTrending(database: Connection, ids: number[]): void {
  prepared<[], unknown>(database, 'DELETE FROM trending').run();
  const sql = 'INSERT INTO trending (position, article_id) VALUES (?, ?)';
  for (const [position, id] of ids.entries()) {
    prepared<[number, number], unknown>(database, sql).run(position, id);
  }
}

export function forgetDaysBefore(database: Connection, day: number): void {
  prepared<[number], unknown>(database, 'DELETE FROM article_days WHERE day < ?').run(day);
}
