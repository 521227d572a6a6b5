import type { AppContext } from '../../context.ts';
import { listEventsAfter, readLastEventId } from '../../db/repositories/live-events.ts';

/** Milliseconds between looks for new events. A look without news is one step into an index. */
const LOOK_EVERY_MS = 100;
/** Events read at once; more follow with the next look. */
const BATCH = 100;

type Hear = (frame: Buffer) => void;

/** Hands events on to those of this process who listen. */
export interface LiveHub {
  /** @returns what ends it */
  listen(channels: string[], hear: Hear): () => void;
  /** Tells this process alone, of what each process learns by itself. */
  tell(channel: string, data: unknown): void;
  close(): void;
}

/**
 * Reads new events while somebody listens, and writes each as one frame that all its listeners get:
 * the same bytes, however many they are. By reading instead of being called, a process hears what
 * another one has stored just as it hears itself.
 * @param onTrouble hears when the events cannot be read; the next look tries again
 */
export function createLiveHub(
  { database }: Pick<AppContext, 'database'>,
  onTrouble: (error: unknown) => void,
): LiveHub {
  const listeners = new Map<string, Set<Hear>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let last = 0;

  const look = () => {
    try {
      for (const { id, channel, data } of listEventsAfter(database, last, BATCH)) {
        last = id;
        send(channel, data);
      }
    } catch (error) {
      onTrouble(error);
    }
  };
  const send = (channel: string, data: string) => {
    const hearing = listeners.get(channel);
    if (!hearing) return;
    const frame = frameOf(channel, data);
    for (const hear of hearing) hear(frame);
  };
  const rest = () => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    listen(channels, hear) {
      if (!timer) {
        last = readLastEventId(database);
        timer = setInterval(look, LOOK_EVERY_MS);
        timer.unref();
      }
      for (const channel of channels) {
        const hearing = listeners.get(channel) ?? new Set();
        listeners.set(channel, hearing.add(hear));
      }
      return () => {
        for (const channel of channels) {
          const hearing = listeners.get(channel);
          hearing?.delete(hear);
          if (hearing?.size === 0) listeners.delete(channel);
        }
        if (listeners.size === 0) rest();
      };
    },
    tell: (channel, data) => send(channel, JSON.stringify(data)),
    close: rest,
  };
}

/** An event as it goes over the wire. Whose `me` it is stays inside. */
export function frameOf(channel: string, data: string): Buffer {
  const name = channel.startsWith('user:') ? 'me' : channel;
  return Buffer.from(`event: ${name}\ndata: ${data}\n\n`);
}
