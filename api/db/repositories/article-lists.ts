import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  isNotNull,
  isNull,
  lt,
  type SQLWrapper,
  sql,
  sum,
} from 'drizzle-orm';
import type { CrossPostTarget } from '#contracts/cross-post.ts';
import type { Database, Queryable, TimeSpan } from '../client.ts';
import { articles } from '../schema/articles.ts';
import { articleDays, trending } from '../schema/page-views.ts';

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

/** Article in the calendar. Times are milliseconds UTC. */
export type CalendarRow = ReturnType<typeof listPlanned>[number];

/** `at` must not be null in the selected rows. */
const select = ({ query }: Database, at: SQLWrapper) =>
  query
    .select({
      publicId: articles.publicId,
      title: articles.title,
      slug: articles.slug,
      language: articles.language,
      state: articles.state,
      version: articles.version,
      zone: articles.scheduleZone,
      at: sql<number>`${at}`,
      newsletter: sql`EXISTS (SELECT 1 FROM newsletters
        WHERE article_id = articles.id AND started_at IS NULL)`.mapWith(Boolean),
      posts: sql`(SELECT json_group_array(target ORDER BY target) FROM cross_posts
        WHERE article_id = articles.id AND state = 'planned')`.mapWith(
        (json: string): CrossPostTarget[] => JSON.parse(json),
      ),
    })
    .from(articles);

/** Returns the articles scheduled in a period, drafts included, in order of time. */
export function listPlanned(database: Database, { from, to }: TimeSpan) {
  const { scheduledAt, deletedAt, id } = articles;
  return select(database, scheduledAt)
    .where(and(gte(scheduledAt, from), lt(scheduledAt, to), isNull(deletedAt)))
    .orderBy(asc(scheduledAt), asc(id))
    .all();
}

/** Returns the live articles published in a period, newest first, at most `limit`. */
export function listPublished(
  database: Database,
  { from, to, limit }: TimeSpan & { limit: number },
): CalendarRow[] {
  const { publishedAt, state, id } = articles;
  return select(database, publishedAt)
    .where(and(sql`${state} = 'live'`, gte(publishedAt, from), lt(publishedAt, to)))
    .orderBy(desc(publishedAt), desc(id))
    .limit(limit)
    .all();
}

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
