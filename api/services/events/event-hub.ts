import type { AppContext } from '../../context.ts';
import { listEventsAfter, readLastEventId } from '../../db/repositories/live-events.ts';

/**
 * Interval between polls for new events, in milliseconds; a poll without events reads one index
 * entry.
 */
const POLL_INTERVAL_MS = 100;
/** Events per poll. */
const BATCH = 100;

type FrameListener = (frame: Buffer) => void;

/** Distributes events to the listeners of this process. */
export interface EventHub {
  /** @returns a function that stops listening */
  listen(channels: string[], listener: FrameListener): () => void;
  /** Sends an event to the listeners of this process only. */
  sendLocal(channel: string, data: unknown): void;
  close(): void;
}

/**
 * Polls for new events while there are listeners, so that events of other processes arrive the same
 * way.
 * All listeners get the same buffer.
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
