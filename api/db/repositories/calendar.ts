import { and, asc, desc, gte, isNull, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { CrossPostTarget } from '#contracts/cross-post.ts';
import type { Database, TimeSpan } from '../client.ts';
import { articles } from '../schema/articles.ts';

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
