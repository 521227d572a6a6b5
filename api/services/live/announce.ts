import type { LiveChannel } from '#contracts/live-channels.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { forgetEventsBefore, insertLiveEvent } from '../../db/repositories/live-events.ts';

/** Milliseconds that events are kept; every process has read them within a second. */
const KEEP_MS = 600_000;

/** A channel as it is kept: whose `me` it is, is part of it. */
export type StoredChannel = Exclude<LiveChannel, 'me' | 'jobs'> | `user:${string}`;

/** What concerns one user, by their public id: their own `me`. */
export const userChannel = (publicId: string): StoredChannel => `user:${publicId}`;

/**
 * Tells everybody who listens to a channel, in whichever process, within a quarter of a second.
 * Belongs in the transaction of what it tells of: either both happen or neither.
 * @param data is sent as JSON; what not everybody on the channel may know has no place in it
 */
export function announce(
  transaction: Queryable,
  { clock }: Pick<AppContext, 'clock'>,
  { channel, data }: { channel: StoredChannel; data: unknown },
): void {
  insertLiveEvent(transaction, { channel, data: JSON.stringify(data), createdAt: clock() });
}

/** Forgets old events. */
export async function sweepLiveEvents({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.write((transaction) => forgetEventsBefore(transaction, clock() - KEEP_MS));
}
