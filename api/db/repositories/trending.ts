import { and, desc, eq, gte, lt, sum } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { articles } from '../schema/articles.ts';
import { articleDays, trending } from '../schema/page-views.ts';

/** Lists live articles by their unique visitors since a day, most read first; of two alike, the newer. */
export function listMostRead({ query }: Database, sinceDay: number, limit: number): number[] {
  const { articleId, day, views } = articleDays;
  return query
    .select({ id: articleId })
    .from(articleDays)
    .innerJoin(articles, eq(articles.id, articleId))
    .where(and(gte(day, sinceDay), eq(articles.state, 'live')))
    .groupBy(articleId)
    .orderBy(desc(sum(views)), desc(articles.publishedAt), desc(articleId))
    .limit(limit)
    .all()
    .map(({ id }) => id);
}

/** Replaces the stored trending list; call it in a transaction. */
export function replaceTrending({ query }: Database, ids: number[]): void {
  query.delete(trending).run();
  if (ids.length === 0) return;
  query
    .insert(trending)
    .values(ids.map((articleId, position) => ({ position, articleId })))
    .run();
}

export function deleteArticleDaysBefore({ query }: Database, day: number): void {
  query.delete(articleDays).where(lt(articleDays.day, day)).run();
}
