import { CHANNELS_MAX, type LiveChannel } from '#contracts/live-channels.ts';
import type { LiveState } from './live.ts';

/** Milliseconds until the next try where the API does not answer; twice as many each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
/** Milliseconds in which several new wishes become one connection. */
const GATHER_MS = 30;

interface Hearing {
  event(channel: string, data: unknown): void;
  /** @param opening tells one connection from the next */
  state(state: LiveState, channels: string[], opening: string): void;
}

export interface Stream {
  /** Carries these channels from now on. */
  carry(channels: LiveChannel[]): void;
  /** Connects anew, as whoever is signed in now. */
  reopen(): void;
  close(): void;
}

/** The connection to GET /api/events, opened anew when more is wanted of it or when it was lost. */
export function openStream(hearing: Hearing): Stream {
  let source: EventSource | undefined;
  let carried: LiveChannel[] = [];
  let wanted: LiveChannel[] = [];
  let opening = '';
  let pause = FIRST_PAUSE_MS;
  let refreshed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = (state: LiveState) => hearing.state(state, carried, opening);

  function connect(): void {
    disconnect();
    if (wanted.length === 0) return;
    carried = wanted;
    const query = new URLSearchParams(carried.map((channel) => ['channel', channel]));
    const next = new EventSource(`/api/events?${query}`);
    source = next;
    next.addEventListener('open', () => {
      pause = FIRST_PAUSE_MS;
      opening = Math.random().toString(36).slice(2);
      say('live');
    });
    for (const channel of carried) {
      next.addEventListener(channel, ({ data }) => {
        // It is carried: the next time that it is not, the token has ended again.
        if (channel === 'me') refreshed = false;
        hearing.event(channel, JSON.parse(data));
      });
    }
    next.addEventListener('refused', ({ data }) => {
      void refuse(JSON.parse(data));
      say('live');
    });
    next.addEventListener('error', () => {
      // The browser connects again by itself after a lost line, and not after a refusal.
      if (next.readyState !== EventSource.CLOSED) return say('connecting');
      say('off');
      void refuse(carried);
      tryLater();
    });
  }

  /** The access token may just have ended: a fresh one is asked for, once until it is accepted. */
  async function refuse(channels: string[]): Promise<void> {
    carried = carried.filter((channel) => !channels.includes(channel));
    if (refreshed || !channels.includes('me')) return;
    refreshed = true;
    try {
      await (await import('./api-client.ts')).refreshSession();
      after(0);
    } catch (error) {
      // Signed out: what is personal stays silent.
      if (error instanceof Error && 'status' in error && error.status === 401) return;
      refreshed = false;
      tryLater();
    }
  }

  function tryLater(): void {
    after(pause * (0.5 + Math.random()));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  function after(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(connect, milliseconds);
  }

  function disconnect(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  return {
    carry(channels) {
      wanted = [...new Set(channels)].slice(0, CHANNELS_MAX);
      if (wanted.length === 0) return disconnect();
      // What nobody wants any more does no harm until the next connection.
      if (!source || wanted.some((channel) => !carried.includes(channel))) after(GATHER_MS);
    },
    reopen() {
      refreshed = false;
      if (source) after(GATHER_MS);
    },
    close: disconnect,
  };
}
