import type { LiveChannel } from '#contracts/live-channels.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { insertLiveEvent, purgeEventsBefore } from '../../db/repositories/live-events.ts';

/** Retention of events, in milliseconds; every process reads them within a second. */
const EVENT_RETENTION_MS = 600_000;

/** Channel as it is stored; personal channels contain the user's public id. */
export type StoredChannel = Exclude<LiveChannel, 'me' | 'jobs'> | `user:${string}`;

/** Returns the personal channel of a user. */
export const userChannel = (publicId: string): StoredChannel => `user:${publicId}`;

/**
 * Publishes an event to the listeners of a channel in all processes.
 * Call it in the transaction of the change.
 * @param data sent as JSON to all listeners of the channel
 */
export function publishEvent(
  transaction: Queryable,
  { clock }: Pick<AppContext, 'clock'>,
  { channel, data }: { channel: StoredChannel; data: unknown },
): void {
  insertLiveEvent(transaction, { channel, data: JSON.stringify(data), createdAt: clock() });
}

/** Deletes old events. */
export async function purgeLiveEvents({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.write((transaction) =>
    purgeEventsBefore(transaction, clock() - EVENT_RETENTION_MS),
  );
}
