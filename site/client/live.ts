import type { LiveChannel } from '#contracts/live-channels.ts';
import { openStream, type Stream } from './live-stream.ts';
import { followSessionFlag } from './session-flag.ts';

/** `off`: the stream is closed and reconnects after a delay. */
export type LiveState = 'connecting' | 'live' | 'off';

export interface Listener {
  /** Called with the data of each event of the channel. */
  event(data: unknown): void;
  /**
   * Called when the stream begins to carry the channel, and again after an interruption. Earlier events
   * are missing, so the listener should load its data now.
   */
  joined?(): void;
  state?(state: LiveState): void;
}

/**
 * Messages between tabs. `who` requests the channels of all tabs; `want` contains those of one tab.
 * `opening` is the ID of the connection.
 */
type Message =
  | { type: 'who' }
  | { type: 'want'; tab: string; channels: LiveChannel[] }
  | { type: 'event'; channel: string; data: unknown }
  | { type: 'state'; state: LiveState; channels: string[]; opening: string };

type StateMessage = Extract<Message, { type: 'state' }>;

const tab = Math.random().toString(36).slice(2);
/** Listeners by channel, each with the ID of the connection for which `joined` was called. */
const listeners = new Map<LiveChannel, Map<Listener, { joinedConnection: string }>>();
/** Channels of the other tabs, by tab. */
const channelsOfTabs = new Map<string, LiveChannel[]>();
let bus: BroadcastChannel | undefined;
/** The stream, if this tab is the leader. */
let stream: Stream | undefined;
/** Releases the lock or cancels its request; undefined while the tab has no listeners. */
let releaseLock: (() => void) | undefined;
let lastState: StateMessage | undefined;

/**
 * Listens to a channel. All tabs of a browser share one connection: a lock elects the tab that opens
 * the stream and forwards its events to the others.
 * @returns a function that removes the listener
 */
export function listen(channel: LiveChannel, listener: Listener): () => void {
  if (listeners.size === 0) start();
  const channelListeners = listeners.get(channel) ?? new Map();
  listeners.set(channel, channelListeners.set(listener, { joinedConnection: '' }));
  requestChannels();
  if (lastState) handleState(lastState);
  else listener.state?.('connecting');
  return () => {
    channelListeners.delete(listener);
    if (channelListeners.size === 0) listeners.delete(channel);
    requestChannels();
    if (listeners.size === 0) stop();
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

function start(): void {
  // Locks exist only in secure contexts. Without them, each tab opens its own stream.
  if (!navigator.locks || !('BroadcastChannel' in window)) {
    startLeading();
    return;
  }
  bus ??= new BroadcastChannel('live-1');
  bus.onmessage = ({ data }: MessageEvent<Message>) => handleMessage(data);
  const lockReleased = Promise.withResolvers<void>();
  const lockRequest = new AbortController();
  releaseLock = () => {
    lockRequest.abort();
    lockReleased.resolve();
  };
  navigator.locks
    .request('live-stream', { signal: lockRequest.signal }, () => {
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
    state(state, channels, connection) {
      const message = { type: 'state', state, channels, opening: connection } as const;
      broadcast(message);
      handleState(message);
    },
  });
  requestChannels();
}

function stop(): void {
  stream?.close();
  stream = undefined;
  lastState = undefined;
  releaseLock?.();
  releaseLock = undefined;
  channelsOfTabs.clear();
}

function handleMessage(message: Message): void {
  if (message.type === 'event') handleEvent(message.channel, message.data);
  else if (message.type === 'state') handleState(message);
  else if (message.type === 'who') requestChannels();
  else if (stream) {
    if (message.channels.length > 0) channelsOfTabs.set(message.tab, message.channels);
    else channelsOfTabs.delete(message.tab);
    requestChannels();
    if (lastState) broadcast(lastState);
  }
}

function handleEvent(channel: string, data: unknown): void {
  for (const listener of listeners.get(channel as LiveChannel)?.keys() ?? []) listener.event(data);
}

function handleState(message: StateMessage): void {
  lastState = message;
  const { state, opening: connection } = message;
  for (const [channel, channelListeners] of listeners) {
    const isCarried = state === 'live' && message.channels.includes(channel);
    for (const [listener, status] of channelListeners) {
      listener.state?.(isCarried ? 'live' : state === 'live' ? 'connecting' : state);
      if (!isCarried || status.joinedConnection === connection) continue;
      status.joinedConnection = connection;
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
    stop();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && listeners.size > 0) start();
    if (persisted) requestChannels();
  });
  // Another user has another personal channel.
  followSessionFlag(() => stream?.reopen());
}
