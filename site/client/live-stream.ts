import { CHANNELS_MAX, type LiveChannel } from '#contracts/live-channels.ts';
import type { LiveState } from './live.ts';

/** Milliseconds until the next attempt to connect. The delay doubles with each failed attempt. */
const RETRY_DELAY_MIN_MS = 1_000;
const RETRY_DELAY_MAX_MS = 300_000;
/** Milliseconds in which several changes of the channels become one connection. */
const DEBOUNCE_MS = 30;

interface StreamHandlers {
  event(channel: string, data: unknown): void;
  /** @param connection random ID of the current connection */
  state(state: LiveState, channels: string[], connection: string): void;
}

export interface Stream {
  /** Sets the channels that the stream carries. */
  setChannels(channels: LiveChannel[]): void;
  /** Reconnects, with the session of the user who is signed in now. */
  reopen(): void;
  close(): void;
}

/** Opens a connection to GET /api/events. It reconnects for more channels and after a failure. */
export function openStream(handlers: StreamHandlers): Stream {
  let source: EventSource | undefined;
  let activeChannels: LiveChannel[] = [];
  let requestedChannels: LiveChannel[] = [];
  let connection = '';
  let retryDelay = RETRY_DELAY_MIN_MS;
  /** True after a refresh of the session, until the API accepts the personal channel. */
  let hasRefreshed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const reportState = (state: LiveState) => handlers.state(state, activeChannels, connection);

  function connect(): void {
    disconnect();
    if (requestedChannels.length === 0) return;
    activeChannels = requestedChannels;
    const query = new URLSearchParams(activeChannels.map((channel) => ['channel', channel]));
    const next = new EventSource(`/api/events?${query}`);
    source = next;
    next.addEventListener('open', () => {
      retryDelay = RETRY_DELAY_MIN_MS;
      connection = Math.random().toString(36).slice(2);
      reportState('live');
    });
    for (const channel of activeChannels) {
      next.addEventListener(channel, ({ data }) => {
        // The API has accepted the token. A later refusal means that the token has expired again.
        if (channel === 'me') hasRefreshed = false;
        handlers.event(channel, JSON.parse(data));
      });
    }
    next.addEventListener('refused', ({ data }) => {
      void handleRefusal(JSON.parse(data));
      reportState('live');
    });
    next.addEventListener('error', () => {
      // The browser reconnects automatically after a network error, but not after an error response.
      if (next.readyState !== EventSource.CLOSED) return reportState('connecting');
      reportState('off');
      void handleRefusal(activeChannels);
      scheduleRetry();
    });
  }

  /** Refreshes the session, as the access token may have expired, but only once until the API accepts it. */
  async function handleRefusal(channels: string[]): Promise<void> {
    activeChannels = activeChannels.filter((channel) => !channels.includes(channel));
    if (hasRefreshed || !channels.includes('me')) return;
    hasRefreshed = true;
    try {
      await (await import('./api-client.ts')).refreshSession();
      connectAfter(0);
    } catch (error) {
      // The session has ended, so the personal channel stays closed.
      if (error instanceof Error && 'status' in error && error.status === 401) return;
      hasRefreshed = false;
      scheduleRetry();
    }
  }

  function scheduleRetry(): void {
    connectAfter(retryDelay * (0.5 + Math.random()));
    retryDelay = Math.min(retryDelay * 2, RETRY_DELAY_MAX_MS);
  }

  function connectAfter(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(connect, milliseconds);
  }

  function disconnect(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  return {
    setChannels(channels) {
      requestedChannels = [...new Set(channels)].slice(0, CHANNELS_MAX);
      if (requestedChannels.length === 0) return disconnect();
      // Channels without listeners are dropped by the next connection.
      const isMissing = (channel: LiveChannel) => !activeChannels.includes(channel);
      if (!source || requestedChannels.some(isMissing)) connectAfter(DEBOUNCE_MS);
    },
    reopen() {
      hasRefreshed = false;
      if (source) connectAfter(DEBOUNCE_MS);
    },
    close: disconnect,
  };
}
