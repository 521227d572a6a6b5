import { asc, gt, lte, max } from 'drizzle-orm';
import type { Database, Queryable } from '../client.ts';
import { liveEvents } from '../schema/notifications.ts';

/** Stores an event; call it in the transaction of its change. */
export function insertLiveEvent(
  query: Queryable,
  event: { channel: string; data: string; createdAt: number },
): void {
  query.insert(liveEvents).values(event).run();
}

/** Returns the ID of the newest event, 0 if there is none. */
export const readLastEventId = ({ query }: Database): number =>
  query
    .select({ id: max(liveEvents.id) })
    .from(liveEvents)
    .get()?.id ?? 0;

/** Returns the events after an ID in their order. */
export function listEventsAfter({ query }: Database, after: number, limit: number) {
  const { id, channel, data } = liveEvents;
  return query
    .select({ id, channel, data })
    .from(liveEvents)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(limit)
    .all();
}

/** Deletes the events up to a time. */
export function purgeEventsBefore(query: Queryable, time: number): void {
  query.delete(liveEvents).where(lte(liveEvents.createdAt, time)).run();
}
