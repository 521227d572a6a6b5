import { atom } from 'nanostores';
import { CHANNELS_MAX, type EventChannel } from '#contracts/event-channels.ts';
import { followSessionFlag } from '../client/session-flag.ts';

/** The connection for real-time events that all tabs of a browser share. */
interface EventConnection {
  /** `off`: the connection is closed and opens again after a delay. */
  state: 'connecting' | 'live' | 'off';
  /** Channels that it carries, for all tabs. */
  channels: string[];
  /** ID of the connection; empty before the first one. */
  id: string;
}

const notConnected: EventConnection = { state: 'connecting', channels: [], id: '' };

/** The connection for real-time events; it is opened while something follows a channel. */
export const $live = atom<EventConnection>(notConnected);

interface Listener {
  /** Called with the data of each event of the channel. */
  event(data: unknown): void;
  /**
   * Called when the stream begins to carry the channel, and again after an interruption. Earlier events
   * are missing, so the listener should load its data now.
   */
  joined?(): void;
}

/**
 * Messages between tabs. `who` requests the channels of all tabs; `want` contains those of one tab.
 */
type Message =
  | { type: 'who' }
  | { type: 'want'; tab: string; channels: EventChannel[] }
  | { type: 'event'; channel: string; data: unknown }
  | { type: 'connection'; connection: EventConnection };

/** Name of the channel between tabs and of their lock. It changes with `Message`, because a tab may have older code. */
const SHARED_NAME = 'live-2';

const tab = Math.random().toString(36).slice(2);
/** Listeners by channel, each with the ID of the connection for which `joined` was called. */
const listeners = new Map<EventChannel, Map<Listener, { joinedConnection: string }>>();
/** Channels of the other tabs, by tab. */
const channelsOfTabs = new Map<string, EventChannel[]>();
let bus: BroadcastChannel | undefined;
/** The stream, if this tab is the leader. */
let stream: Stream | undefined;
/** Releases the lock or cancels its request; undefined while the tab has no listeners. */
let releaseLock: (() => void) | undefined;

/**
 * Listens to a channel. All tabs of a browser share one connection: a lock elects the tab that opens
 * the stream and forwards its events to the others.
 * @returns a function that removes the listener
 */
export function followEvents(channel: EventChannel, listener: Listener): () => void {
  if (listeners.size === 0) connectTab();
  const channelListeners = listeners.get(channel) ?? new Map();
  listeners.set(channel, channelListeners.set(listener, { joinedConnection: '' }));
  requestChannels();
  reportJoined();
  return () => {
    channelListeners.delete(listener);
    if (channelListeners.size === 0) listeners.delete(channel);
    requestChannels();
    if (listeners.size === 0) disconnectTab();
  };
}

const ownChannels = () => [...listeners.keys()];

/** Requests the channels of this tab from its own stream, or from the tab that has the stream. */
function requestChannels(): void {
  if (stream) stream.setChannels([...ownChannels(), ...[...channelsOfTabs.values()].flat()]);
  else broadcast({ type: 'want', tab, channels: ownChannels() });
}

function broadcast(message: Message): void {
  bus?.postMessage(message);
}

function connectTab(): void {
  // Locks exist only in secure contexts. Without them, each tab opens its own stream.
  if (!navigator.locks || !('BroadcastChannel' in window)) {
    startLeading();
    return;
  }
  bus ??= new BroadcastChannel(SHARED_NAME);
  bus.onmessage = ({ data }: MessageEvent<Message>) => handleMessage(data);
  const lockReleased = Promise.withResolvers<void>();
  const lockRequest = new AbortController();
  releaseLock = () => {
    lockRequest.abort();
    lockReleased.resolve();
  };
  navigator.locks
    .request(SHARED_NAME, { signal: lockRequest.signal }, () => {
      startLeading();
      broadcast({ type: 'who' });
      return lockReleased.promise;
    })
    // The last listener was removed before the tab got the lock.
    .catch(() => undefined);
}

/** Opens the stream and forwards its events to the other tabs. */
function startLeading(): void {
  stream = openStream({
    event(channel, data) {
      broadcast({ type: 'event', channel, data });
      handleEvent(channel, data);
    },
    connection(connection) {
      broadcast({ type: 'connection', connection });
      handleConnection(connection);
    },
  });
  requestChannels();
}

function disconnectTab(): void {
  stream?.close();
  stream = undefined;
  $live.set(notConnected);
  releaseLock?.();
  releaseLock = undefined;
  channelsOfTabs.clear();
}

function handleMessage(message: Message): void {
  if (message.type === 'event') handleEvent(message.channel, message.data);
  else if (message.type === 'connection') handleConnection(message.connection);
  else if (message.type === 'who') requestChannels();
  else if (stream) {
    if (message.channels.length > 0) channelsOfTabs.set(message.tab, message.channels);
    else channelsOfTabs.delete(message.tab);
    requestChannels();
    broadcast({ type: 'connection', connection: $live.get() });
  }
}

function handleEvent(channel: string, data: unknown): void {
  for (const listener of listeners.get(channel as EventChannel)?.keys() ?? []) listener.event(data);
}

function handleConnection(connection: EventConnection): void {
  $live.set(connection);
  reportJoined();
}

/** Calls `joined` of the listeners whose channel this connection did not carry before. */
function reportJoined(): void {
  const { state, channels, id } = $live.get();
  if (state !== 'live') return;
  for (const [channel, channelListeners] of listeners) {
    if (!channels.includes(channel)) continue;
    for (const [listener, status] of channelListeners) {
      if (status.joinedConnection === id) continue;
      status.joinedConnection = id;
      listener.joined?.();
    }
  }
}

// The publisher also renders islands that listen, but it has no window.
if (!import.meta.env.SSR) {
  // A page in the back/forward cache releases the stream and its channels, and requests them on return.
  addEventListener('pagehide', () => {
    if (listeners.size === 0) return;
    if (!stream) broadcast({ type: 'want', tab, channels: [] });
    disconnectTab();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && listeners.size > 0) connectTab();
    if (persisted) requestChannels();
  });
  // Another user has another personal channel.
  followSessionFlag(() => stream?.reopen());
}

/** Milliseconds until the next attempt to connect. The delay doubles with each failed attempt. */
const RETRY_DELAY_MIN_MS = 1_000;
const RETRY_DELAY_MAX_MS = 300_000;
/** Milliseconds in which several changes of the channels become one connection. */
const DEBOUNCE_MS = 30;

interface StreamHandlers {
  event(channel: string, data: unknown): void;
  connection(connection: EventConnection): void;
}

interface Stream {
  /** Sets the channels that the stream carries. */
  setChannels(channels: EventChannel[]): void;
  /** Reconnects, with the session of the user who is signed in now. */
  reopen(): void;
  close(): void;
}

/** Opens a connection to GET /api/events. It reconnects for more channels and after a failure. */
export function openStream(handlers: StreamHandlers): Stream {
  let source: EventSource | undefined;
  let activeChannels: EventChannel[] = [];
  let requestedChannels: EventChannel[] = [];
  let id = '';
  let retryDelay = RETRY_DELAY_MIN_MS;
  /** True after a refresh of the session, until the API accepts the personal channel. */
  let hasRefreshed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const reportState = (state: EventConnection['state']) =>
    handlers.connection({ state, channels: activeChannels, id });

  function connect(): void {
    disconnect();
    if (requestedChannels.length === 0) return;
    activeChannels = requestedChannels;
    const query = new URLSearchParams(activeChannels.map((channel) => ['channel', channel]));
    const next = new EventSource(`/api/events?${query}`);
    source = next;
    next.addEventListener('open', () => {
      retryDelay = RETRY_DELAY_MIN_MS;
      id = Math.random().toString(36).slice(2);
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
      await (await import('../client/api-client.ts')).refreshSession();
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
      const isMissing = (channel: EventChannel) => !activeChannels.includes(channel);
      if (!source || requestedChannels.some(isMissing)) connectAfter(DEBOUNCE_MS);
    },
    reopen() {
      hasRefreshed = false;
      if (source) connectAfter(DEBOUNCE_MS);
    },
    close: disconnect,
  };
}
