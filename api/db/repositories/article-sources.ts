import { eq } from 'drizzle-orm';
import type { Database, Queryable } from '../client.ts';
import { articleSources } from '../schema/articles.ts';

const { articleId, source } = articleSources;

/** Returns the row ID of the article that was imported from a source, or undefined. */
export const findArticleOfSource = ({ query }: Database, name: string): number | undefined =>
  query.select({ articleId }).from(articleSources).where(eq(source, name)).get()?.articleId;

/** Returns the sources of an imported article: the platform, a colon, and the ID there. */
export function listSourcesOf({ query }: Database, id: number): string[] {
  const rows = query.select({ source }).from(articleSources).where(eq(articleId, id)).all();
  return rows.map((row) => row.source);
}

/** Stores the source of an article unless it is known. */
export function insertArticleSource(
  query: Queryable,
  row: typeof articleSources.$inferInsert,
): void {
  query.insert(articleSources).values(row).onConflictDoNothing().run();
}
