import type { Queryable } from '../client.ts';
import type { Connection } from '../connection.ts';
import { articleSources } from '../schema/articles.ts';
import { prepared } from '../statement-cache.ts';

/** Row id of the article that came of a post elsewhere, or null. */
export function findArticleOfSource(database: Connection, source: string): number | null {
  const sql = 'SELECT article_id AS id FROM article_sources WHERE source = ?';
  return prepared<[string], { id: number }>(database, sql).get(source)?.id ?? null;
}

/** Posts elsewhere that an article came of: the system, a colon, and the id there. */
export function listSourcesOf(database: Connection, articleId: number): string[] {
  const sql = 'SELECT source FROM article_sources WHERE article_id = ?';
  return prepared<[number], { source: string }>(database, sql)
    .all(articleId)
    .map((row) => row.source);
}

/** Remembers where an article came from; what is known stays as it is. */
export function insertArticleSource(
  query: Queryable,
  row: typeof articleSources.$inferInsert,
): void {
  query.insert(articleSources).values(row).onConflictDoNothing().run();
}
