import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import {
  countRows,
  type Database,
  type Page,
  type Queryable,
  type TimePeriod,
} from '../database.ts';
import { articles } from '../schema/articles.ts';
import { emails, newsletters, subscribers } from '../schema/email.ts';

export type Subscriber = typeof subscribers.$inferSelect;

type NewSubscriber = typeof subscribers.$inferInsert;

type SubscriberFilter = 'all' | 'confirmed' | 'unconfirmed';

const subscriberCondition = (which: SubscriberFilter) => {
  if (which === 'all') return undefined;
  return which === 'confirmed'
    ? isNotNull(subscribers.confirmedAt)
    : isNull(subscribers.confirmedAt);
};

export type Newsletter = typeof newsletters.$inferSelect;
/** A newsletter with the parts of its article that its emails show. */
export type NewsletterWithArticle = ReturnType<typeof listNewsletters>[number];

function selectWithArticle(query: Queryable) {
  const { publicId, title, subtitle, description, slug, state } = articles;
  const article = { publicId, title, subtitle, description, slug, state };
  return query
    .select({ newsletter: newsletters, article })
    .from(newsletters)
    .innerJoin(articles, eq(articles.id, newsletters.articleId));
}

/** Stores the request to send an article; ignored once its newsletter has started. */
export function insertNewsletter(
  query: Queryable,
  row: Pick<Newsletter, 'publicId' | 'articleId' | 'requestedAt'>,
): void {
  query.insert(newsletters).values(row).onConflictDoNothing().run();
}

/** Withdraws a request; ignored once its newsletter has started. */
export function deleteNewsletterRequest(query: Queryable, articleId: number): void {
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
  return selectWithArticle(query)
    .where(and(isNotNull(newsletters.startedAt), isNull(newsletters.writtenAt)))
    .orderBy(asc(newsletters.id))
    .limit(1)
    .get();
}

/** Returns the next recipients: subscribers confirmed before its start and still subscribed. */
export function listNextReceivers(
  query: Queryable,
  { lastRecipientId, startedAt }: Pick<Newsletter, 'lastRecipientId' | 'startedAt'>,
  limit: number,
): Subscriber[] {
  return query
    .select()
    .from(subscribers)
    .where(and(gt(subscribers.id, lastRecipientId), lte(subscribers.confirmedAt, startedAt ?? 0)))
    .orderBy(asc(subscribers.id))
    .limit(limit)
    .all();
}

export function updateNewsletter(
  query: Queryable,
  id: number,
  changes: Partial<Pick<Newsletter, 'lastRecipientId' | 'writtenAt'>>,
): void {
  query.update(newsletters).set(changes).where(eq(newsletters.id, id)).run();
}

/** Returns the newest newsletters. */
export function listNewsletters(query: Queryable, limit: number) {
  return selectWithArticle(query)
    .where(gt(newsletters.id, 0))
    .orderBy(desc(newsletters.id))
    .limit(limit)
    .all();
}

export function findNewsletter(
  query: Queryable,
  by: { publicId: string } | { articleId: number } | { id: number },
): NewsletterWithArticle | undefined {
  return selectWithArticle(query)
    .where(
      'publicId' in by
        ? eq(newsletters.publicId, by.publicId)
        : 'id' in by
          ? eq(newsletters.id, by.id)
          : eq(newsletters.articleId, by.articleId),
    )
    .get();
}

export function countNewsletterEmails(query: Queryable, newsletterId: number) {
  return query
    .select({ state: emails.state, found: count() })
    .from(emails)
    .where(eq(emails.newsletterId, newsletterId))
    .groupBy(emails.state)
    .all();
}

/** Cancels the queued emails of a newsletter. */
export function cancelNewsletterEmails(query: Queryable, newsletterId: number, now: number): void {
  query
    .update(emails)
    .set({ state: 'cancelled', endedAt: now })
    .where(and(eq(emails.newsletterId, newsletterId), eq(emails.state, 'queued')))
    .run();
}

export function findSubscriberById(query: Queryable, id: number): Subscriber | undefined {
  return query.select().from(subscribers).where(eq(subscribers.id, id)).get();
}

export function findSubscriberByEmail(query: Queryable, email: string): Subscriber | undefined {
  return query.select().from(subscribers).where(eq(subscribers.email, email)).get();
}

/** True if the subscription is confirmed and active. */
export function isSubscribed(query: Queryable, publicId: string): boolean {
  const subscribed = and(eq(subscribers.publicId, publicId), isNotNull(subscribers.confirmedAt));
  return (
    query.select({ id: subscribers.id }).from(subscribers).where(subscribed).get() !== undefined
  );
}

/** Returns the subscriber of a valid confirmation link. */
export function findSubscriberByLink(
  query: Queryable,
  linkHash: string,
  now: number,
): Subscriber | undefined {
  return query
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.linkHash, linkHash), gt(subscribers.linkUntil, now)))
    .get();
}

export function insertSubscriber(query: Queryable, row: NewSubscriber): Subscriber {
  return query.insert(subscribers).values(row).returning().get();
}

/** @returns the changed subscriber, or undefined if it does not exist */
export function updateSubscriber(
  query: Queryable,
  id: number,
  changes: Partial<NewSubscriber>,
): Subscriber | undefined {
  return query.update(subscribers).set(changes).where(eq(subscribers.id, id)).returning().get();
}

/** @returns true if there was a subscriber */
export function deleteSubscriber(query: Queryable, publicId: string): boolean {
  return query.delete(subscribers).where(eq(subscribers.publicId, publicId)).run().changes > 0;
}

/** Deletes subscribers who did not confirm in time. @returns their number */
export function deleteUnconfirmedBy(query: Queryable, now: number): number {
  return query
    .delete(subscribers)
    .where(and(isNull(subscribers.confirmedAt), lte(subscribers.linkUntil, now)))
    .run().changes;
}

/** Condition for emails that begin with a text. */
const beginsWith = (search: string) =>
  search === ''
    ? undefined
    : and(gte(subscribers.email, search), lt(subscribers.email, `${search}\u{10ffff}`));

/** Returns one page of subscribers, newest first, or in the order of their emails if these begin with `search`. */
export function listSubscribers(
  query: Queryable,
  { show, search, limit, offset }: Page & { show: SubscriberFilter; search: string },
): Subscriber[] {
  return query
    .select()
    .from(subscribers)
    .where(and(subscriberCondition(show), beginsWith(search)))
    .orderBy(
      ...(search === ''
        ? [desc(subscribers.requestedAt), desc(subscribers.id)]
        : [asc(subscribers.email)]),
    )
    .limit(limit)
    .offset(offset)
    .all();
}

export function countSubscribers(query: Queryable, show: SubscriberFilter, search = ''): number {
  return countRows(query, subscribers, and(subscriberCondition(show), beginsWith(search)));
}

/** Counts the confirmed subscribers who subscribed from one time to before another. */
export function countSubscribed(query: Queryable, { from, to }: TimePeriod): number {
  return countRows(
    query,
    subscribers,
    and(
      subscriberCondition('confirmed'),
      gte(subscribers.requestedAt, from),
      lt(subscribers.requestedAt, to),
    ),
  );
}

/** Returns all confirmed subscribers, oldest first. */
export function listConfirmedSubscribers(query: Queryable): Subscriber[] {
  return query
    .select()
    .from(subscribers)
    .where(subscriberCondition('confirmed'))
    .orderBy(asc(subscribers.requestedAt), asc(subscribers.id))
    .all();
}
