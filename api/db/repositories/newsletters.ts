import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Database, Queryable } from '../client.ts';
import { articles } from '../schema/articles.ts';
import { emails, newsletters, subscribers } from '../schema/email.ts';
import type { Subscriber } from './subscribers.ts';

export type Newsletter = typeof newsletters.$inferSelect;
/** A newsletter with what its mails say of the article. */
export interface NewsletterWithArticle {
  newsletter: Newsletter;
  article: Pick<
    typeof articles.$inferSelect,
    'publicId' | 'title' | 'subtitle' | 'description' | 'slug' | 'state'
  >;
}

const withArticle = {
  newsletter: newsletters,
  article: {
    publicId: articles.publicId,
    title: articles.title,
    subtitle: articles.subtitle,
    description: articles.description,
    slug: articles.slug,
    state: articles.state,
  },
};

/** Stores the request to send an article; ignored once its newsletter has started. */
export function insertNewsletter(
  query: Queryable,
  row: Pick<Newsletter, 'publicId' | 'articleId' | 'wishedAt'>,
): void {
  query.insert(newsletters).values(row).onConflictDoNothing().run();
}

/** Withdraws a request; ignored once its newsletter has started. */
export function deleteWish(query: Queryable, articleId: number): void {
  query
    .delete(newsletters)
    .where(and(eq(newsletters.articleId, articleId), isNull(newsletters.startedAt)))
    .run();
}

/** Starts the requested newsletter of a live article, if any. */
export function startNewsletter({ query }: Database, articleId: number, startedAt: number): void {
  query
    .update(newsletters)
    .set({ startedAt })
    .where(and(eq(newsletters.articleId, articleId), isNull(newsletters.startedAt)))
    .run();
}

/** Returns the oldest newsletter with emails to write into the outbox. */
export function findUnwrittenNewsletter(query: Queryable): NewsletterWithArticle | undefined {
  return query
    .select(withArticle)
    .from(newsletters)
    .innerJoin(articles, eq(articles.id, newsletters.articleId))
    .where(and(isNotNull(newsletters.startedAt), isNull(newsletters.writtenAt)))
    .orderBy(asc(newsletters.id))
    .limit(1)
    .get();
}

/** Returns the next recipients: subscribers confirmed before its start and still subscribed. */
export function listNextReceivers(
  query: Queryable,
  { reached, startedAt }: Pick<Newsletter, 'reached' | 'startedAt'>,
  limit: number,
): Subscriber[] {
  return query
    .select()
    .from(subscribers)
    .where(and(gt(subscribers.id, reached), lte(subscribers.confirmedAt, startedAt ?? 0)))
    .orderBy(asc(subscribers.id))
    .limit(limit)
    .all();
}

export function updateNewsletter(
  query: Queryable,
  id: number,
  changes: Partial<Pick<Newsletter, 'reached' | 'writtenAt'>>,
): void {
  query.update(newsletters).set(changes).where(eq(newsletters.id, id)).run();
}

/** Returns the newest newsletters. */
export function listNewsletters(query: Queryable, limit: number): NewsletterWithArticle[] {
  return query
    .select(withArticle)
    .from(newsletters)
    .innerJoin(articles, eq(articles.id, newsletters.articleId))
    .where(gt(newsletters.id, 0))
    .orderBy(desc(newsletters.id))
    .limit(limit)
    .all();
}

export function findNewsletter(
  query: Queryable,
  by: { publicId: string } | { articleId: number } | { id: number },
): NewsletterWithArticle | undefined {
  return query
    .select(withArticle)
    .from(newsletters)
    .innerJoin(articles, eq(articles.id, newsletters.articleId))
    .where(
      'publicId' in by
        ? eq(newsletters.publicId, by.publicId)
        : 'id' in by
          ? eq(newsletters.id, by.id)
          : eq(newsletters.articleId, by.articleId),
    )
    .get();
}

/** Returns the numbers of emails of a newsletter by state. */
export function countNewsletterMails(query: Queryable, newsletterId: number) {
  return query
    .select({ state: emails.state, found: count() })
    .from(emails)
    .where(eq(emails.newsletterId, newsletterId))
    .groupBy(emails.state)
    .all();
}

/** Cancels the queued emails of a newsletter. */
export function cancelNewsletterMails(query: Queryable, newsletterId: number, now: number): void {
  query
    .update(emails)
    .set({ state: 'cancelled', endedAt: now })
    .where(and(eq(emails.newsletterId, newsletterId), eq(emails.state, 'queued')))
    .run();
}
