import type { EventChannel } from '#contracts/event-channels.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import {
  insertEvent,
  listEventsAfter,
  purgeEventsBefore,
  readLastEventId,
} from '../../db/repositories/notifications.ts';
import { DomainError } from '../../errors.ts';
import { getArticle } from '../articles/read-articles.ts';

/** Interval between polls for new events, in milliseconds; a poll without events reads one index entry. */
const POLL_INTERVAL_MS = 100;

/** Events per poll. */
const BATCH = 100;

type FrameListener = (frame: Buffer) => void;

/** Distributes events to the listeners of this process. */
interface EventHub {
  /** @returns a function that stops listening */
  listen(channels: string[], listener: FrameListener): () => void;
  /** Sends an event to the listeners of this process only. */
  sendLocal(channel: string, data: unknown): void;
  close(): void;
}

/** Retention of events, in milliseconds; every process reads them within a second. */
const EVENT_RETENTION_MS = 600_000;

/** Channel as it is stored; personal channels contain the user's public id. */
export type StoredChannel = Exclude<EventChannel, 'me' | 'jobs'> | `user:${string}`;
export const userChannel = (publicId: string): StoredChannel => `user:${publicId}`;

/**
 * Publishes an event to the listeners of a channel in all processes. Call it in the transaction of the change.
 * @param data sent as JSON to all listeners of the channel
 */
export function publishEvent(
  transaction: Queryable,
  { clock }: Pick<AppContext, 'clock'>,
  { channel, data }: { channel: StoredChannel; data: unknown },
): void {
  insertEvent(transaction, { channel, data: JSON.stringify(data), createdAt: clock() });
}

/** Deletes old events. */
export async function purgeEvents({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.write((transaction) =>
    purgeEventsBefore(transaction, clock() - EVENT_RETENTION_MS),
  );
}

/**
 * Polls for new events while there are listeners, so that events of other processes arrive the same way. All
 * listeners get the same buffer.
 * @param onError called if the events cannot be read; the next poll tries again
 */
export function createEventHub(
  { database }: Pick<AppContext, 'database'>,
  onError: (error: unknown) => void,
): EventHub {
  const listeners = new Map<string, Set<FrameListener>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let last = 0;

  const poll = () => {
    try {
      for (const { id, channel, data } of listEventsAfter(database, last, BATCH)) {
        last = id;
        send(channel, data);
      }
    } catch (error) {
      onError(error);
    }
  };
  const send = (channel: string, data: string) => {
    const channelListeners = listeners.get(channel);
    if (!channelListeners) return;
    const frame = formatFrame(channel, data);
    for (const listener of channelListeners) listener(frame);
  };
  const stopPolling = () => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    listen(channels, listener) {
      if (!timer) {
        last = readLastEventId(database);
        timer = setInterval(poll, POLL_INTERVAL_MS);
        timer.unref();
      }
      for (const channel of channels) {
        const channelListeners = listeners.get(channel) ?? new Set();
        listeners.set(channel, channelListeners.add(listener));
      }
      return () => {
        for (const channel of channels) {
          const channelListeners = listeners.get(channel);
          channelListeners?.delete(listener);
          if (channelListeners?.size === 0) listeners.delete(channel);
        }
        if (listeners.size === 0) stopPolling();
      };
    },
    sendLocal: (channel, data) => send(channel, JSON.stringify(data)),
    close: stopPolling,
  };
}

/** Formats a server-sent event; personal channels are named `me`. */
export function formatFrame(channel: string, data: string): Buffer {
  const name = channel.startsWith('user:') ? 'me' : channel;
  return Buffer.from(`event: ${name}\ndata: ${data}\n\n`);
}

/** Caller of the event stream; null is a guest. */
type Caller = { publicId: string; admin: boolean } | null;

/** Result of the authorization for one channel. */
export interface ChannelAccess {
  channel: EventChannel;
  /** Name of the channel in the database. */
  stored: string;
  /** True if the session of its listeners is checked again while they listen. */
  isPrivate: boolean;
  /** Reason for a refusal: NOT_SIGNED_IN, NOT_ADMIN or NOT_FOUND. */
  refusal: DomainError | null;
}

/** Checks if the caller may listen to a channel. */
export function authorizeChannel(
  context: Pick<AppContext, 'database'>,
  channel: EventChannel,
  caller: Caller,
): ChannelAccess {
  const article = /^article:([^:]+):comments$/.exec(channel)?.[1];
  const isPrivate = article === undefined;
  const stored = channel === 'me' && caller ? userChannel(caller.publicId) : channel;
  try {
    if (article !== undefined) getArticle(context, article, caller?.admin ?? false);
    else if (!caller) throw new DomainError('NOT_SIGNED_IN');
    else if (channel !== 'me' && !caller.admin) throw new DomainError('NOT_ADMIN');
    return { channel, stored, isPrivate, refusal: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { channel, stored, isPrivate, refusal: error };
  }
}
