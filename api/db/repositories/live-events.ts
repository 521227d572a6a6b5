import { lte } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import type { Connection } from '../connection.ts';
import { liveEvents } from '../schema/notifications.ts';
import { prepared } from '../statement-cache.ts';

/** Something told live; `data` is JSON as it goes out. */
export interface LiveEvent {
  id: number;
  channel: string;
  data: string;
}

/** Notes what is to be told; belongs in the transaction of what it tells of. */
export function insertLiveEvent(
  query: Queryable,
  event: { channel: string; data: string; createdAt: number },
): void {
  query.insert(liveEvents).values(event).run();
}

/** The id of the newest event, 0 where there is none. */
export function readLastEventId(database: Connection): number {
  // Said so that SQLite walks along the key, and a test sees that it does.
  const sql = 'SELECT id FROM live_events WHERE id > 0 ORDER BY id DESC LIMIT 1';
  return prepared<[], { id: number }>(database, sql).get()?.id ?? 0;
}

/** Events after one, in their order. */
export function listEventsAfter(database: Connection, id: number, limit: number): LiveEvent[] {
  const sql = 'SELECT id, channel, data FROM live_events WHERE id > ? ORDER BY id LIMIT ?';
  return prepared<[number, number], LiveEvent>(database, sql).all(id, limit);
}

/** Forgets what everybody has been told long ago. */
export function forgetEventsBefore(query: Queryable, time: number): void {
  query.delete(liveEvents).where(lte(liveEvents.createdAt, time)).run();
}
