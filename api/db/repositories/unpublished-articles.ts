import { and, asc, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { articles } from '../schema/articles.ts';

/** An article that readers cannot see yet. */
export interface UnpublishedArticle {
  publicId: string;
  title: string;
  language: string;
  updatedAt: number;
  scheduledAt: number | null;
}

const columns = {
  publicId: articles.publicId,
  title: articles.title,
  language: articles.language,
  updatedAt: articles.updatedAt,
  scheduledAt: articles.scheduledAt,
};

/** Lists drafts, last edited first. */
export function listDrafts(query: Queryable, limit: number): UnpublishedArticle[] {
  return query
    .select(columns)
    .from(articles)
    .where(eq(articles.state, 'draft'))
    .orderBy(desc(articles.updatedAt), desc(articles.id))
    .limit(limit)
    .all();
}

/** Lists scheduled articles, next first. */
export function listScheduled(query: Queryable, limit: number): UnpublishedArticle[] {
  return query
    .select(columns)
    .from(articles)
    .where(
      // The definition of the state, which lets SQLite read the index of due articles in order.
      and(isNotNull(articles.scheduledAt), eq(articles.draft, false), isNull(articles.deletedAt)),
    )
    .orderBy(asc(articles.scheduledAt))
    .limit(limit)
    .all();
}

export function countArticlesIn(query: Queryable, state: 'draft' | 'scheduled' | 'live'): number {
  const row = query.select({ found: count() }).from(articles).where(eq(articles.state, state));
  return row.get()?.found ?? 0;
}
