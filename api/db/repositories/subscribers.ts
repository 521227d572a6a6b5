import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import type { Queryable, TimeSpan } from '../client.ts';
import { subscribers } from '../schema/email.ts';

export type Subscriber = typeof subscribers.$inferSelect;
type NewSubscriber = typeof subscribers.$inferInsert;

type Shown = 'all' | 'confirmed' | 'unconfirmed';

const shown = (which: Shown) => {
  if (which === 'all') return undefined;
  return which === 'confirmed'
    ? isNotNull(subscribers.confirmedAt)
    : isNull(subscribers.confirmedAt);
};

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

/** Returns one page of subscribers, newest first. */
export function listSubscribers(
  query: Queryable,
  { show, limit, offset }: { show: Shown; limit: number; offset: number },
): Subscriber[] {
  return query
    .select()
    .from(subscribers)
    .where(shown(show))
    .orderBy(desc(subscribers.askedAt), desc(subscribers.id))
    .limit(limit)
    .offset(offset)
    .all();
}

export function countSubscribers(query: Queryable, show: Shown): number {
  const row = query.select({ found: count() }).from(subscribers).where(shown(show)).get();
  return row?.found ?? 0;
}

/** Counts the confirmed subscribers who subscribed from one time to before another. */
export function countSubscribed(query: Queryable, { from, to }: TimeSpan): number {
  const row = query
    .select({ found: count() })
    .from(subscribers)
    .where(and(shown('confirmed'), gte(subscribers.askedAt, from), lt(subscribers.askedAt, to)))
    .get();
  return row?.found ?? 0;
}

/** Returns all confirmed subscribers, oldest first. */
export function listConfirmedSubscribers(query: Queryable): Subscriber[] {
  return query
    .select()
    .from(subscribers)
    .where(shown('confirmed'))
    .orderBy(asc(subscribers.askedAt), asc(subscribers.id))
    .all();
}
