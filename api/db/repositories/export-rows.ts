import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

/** Row ids of all articles, whatever their state, in the order of their slugs. */
export function listArticleIds(database: Connection): number[] {
  return prepared<[], { id: number }>(database, 'SELECT id FROM articles ORDER BY slug')
    .all()
    .map((row) => row.id);
}

/** E-mail of an article's author. */
export function readAuthorEmail(database: Connection, authorId: number): string {
  const sql = 'SELECT email FROM users WHERE id = ?';
  return prepared<[number], { email: string }>(database, sql).get(authorId)?.email ?? '';
}
