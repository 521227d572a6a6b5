import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** All articles, whatever their state, in the order of their slugs. */
export function listExportedArticles(database: Connection): { id: number; slug: string }[] {
  const sql = 'SELECT id, slug FROM articles ORDER BY slug';
  return prepared<[], { id: number; slug: string }>(database, sql).all();
}

/** E-mail of an article's author. */
export function readAuthorEmail(database: Connection, authorId: number): string {
  const sql = 'SELECT email FROM users WHERE id = ?';
  return prepared<[number], { email: string }>(database, sql).get(authorId)?.email ?? '';
}
