import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';
import { articleAlerts, articles, users } from '../schema.ts';

/** Notes that an article is news; one that has been before stays as it is. */
export function startAlert(database: Connection, articleId: number, now: number): void {
  const statement =
    'INSERT INTO article_alerts (article_id, started_at) VALUES (?, ?) ON CONFLICT DO NOTHING';
  prepared<[number, number], unknown>(database, statement).run(articleId, now);
}

/** The oldest article whose readers have not all been told. */
export function findUnwrittenAlert(query: Queryable) {
  return query
    .select({
      articleId: articleAlerts.articleId,
      reached: articleAlerts.reached,
      authorId: articles.authorId,
      title: articles.title,
      subtitle: articles.subtitle,
      description: articles.description,
      slug: articles.slug,
      state: articles.state,
    })
    .from(articleAlerts)
    .innerJoin(articles, eq(articles.id, articleAlerts.articleId))
    .where(isNull(articleAlerts.writtenAt))
    .orderBy(asc(articleAlerts.articleId))
    .limit(1)
    .get();
}

/** The next users who want to be told of new articles. */
export function listNextToAlert(query: Queryable, reached: number, limit: number): number[] {
  return (
    query
      .select({ id: users.id })
      .from(users)
      // Written out, since an index of a part is only used for what is known beforehand.
      .where(and(sql`${users.notifications} = 1`, gt(users.id, reached)))
      .orderBy(asc(users.id))
      .limit(limit)
      .all()
      .map(({ id }) => id)
  );
}

export function updateAlert(
  query: Queryable,
  articleId: number,
  changes: { reached?: number; writtenAt?: number },
): void {
  query.update(articleAlerts).set(changes).where(eq(articleAlerts.articleId, articleId)).run();
}
