import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../client.ts';
import { users } from '../schema/accounts.ts';
import { articles } from '../schema/articles.ts';
import { articleAlerts } from '../schema/notifications.ts';

/** Stores that readers are to be notified of an article, unless they have been. */
export function startAlert({ query }: Database, articleId: number, startedAt: number): void {
  query.insert(articleAlerts).values({ articleId, startedAt }).onConflictDoNothing().run();
}

/** Returns the oldest article with pending alerts. */
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
    .where(and(isNull(articleAlerts.writtenAt), isNull(articleAlerts.takenBackAt)))
    .orderBy(asc(articleAlerts.articleId))
    .limit(1)
    .get();
}

/** Returns the next users who want alerts about new articles. */
export function listNextToAlert(query: Queryable, reached: number, limit: number): number[] {
  return (
    query
      .select({ id: users.id })
      .from(users)
      // A literal value, because the partial index needs the same condition.
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
  changes: Partial<Omit<typeof articleAlerts.$inferInsert, 'articleId'>>,
): void {
  query.update(articleAlerts).set(changes).where(eq(articleAlerts.articleId, articleId)).run();
}

/** Stores that an article is no longer readable, if readers have been notified of it. */
export function recordUnpublication(
  { query }: Database,
  articleId: number,
  takenBackAt: number,
): void {
  query
    .update(articleAlerts)
    .set({ takenBackAt })
    .where(and(eq(articleAlerts.articleId, articleId), isNull(articleAlerts.takenBackAt)))
    .run();
}

/** Returns an article with alerts to withdraw, and the cursor of the last user. */
export function findTakenBack(query: Queryable) {
  return query
    .select({
      articleId: articleAlerts.articleId,
      publicId: articles.publicId,
      state: articles.state,
      removed: articleAlerts.removed,
    })
    .from(articleAlerts)
    .innerJoin(articles, eq(articles.id, articleAlerts.articleId))
    .where(isNotNull(articleAlerts.takenBackAt))
    .orderBy(asc(articleAlerts.articleId))
    .limit(1)
    .get();
}

/** Deletes the alert of an article, so that a new publication sends it again. */
export function deleteAlert(query: Queryable, articleId: number): void {
  query.delete(articleAlerts).where(eq(articleAlerts.articleId, articleId)).run();
}

/** Returns the state of an article before an alert is sent; undefined if it was removed. */
export function findArticleState(query: Queryable, articleId: number) {
  return query
    .select({ state: articles.state })
    .from(articles)
    .where(eq(articles.id, articleId))
    .get()?.state;
}
