import type { LiveChannel } from '#contracts/live-channels.ts';
import { openStream, type Stream } from './live-stream.ts';
import { followSessionFlag } from './session-flag.ts';

/** `off`: nothing is told now, it is tried again by and by. */
export type LiveState = 'connecting' | 'live' | 'off';

export interface Listener {
  /** Something happened on the channel. */
  event(data: unknown): void;
  /**
   * Called once the stream carries the channel, and again after it was away. What happened before
   * was not told, so this is the time to ask for what is shown.
   */
  joined?(): void;
  state?(state: LiveState): void;
}

/** What tabs tell each other. */
type Message =
  | { type: 'who' }
  | { type: 'want'; tab: string; channels: LiveChannel[] }
  | { type: 'event'; channel: string; data: unknown }
  | { type: 'state'; state: LiveState; channels: string[]; opening: string };

const tab = Math.random().toString(36).slice(2);
const listeners = new Map<LiveChannel, Map<Listener, { opening: string }>>();
const wantedElsewhere = new Map<string, LiveChannel[]>();
let bus: BroadcastChannel | undefined;
let stream: Stream | undefined;
/** Gives up leading; undefined while this tab does not lead or wait for it. */
let retire: (() => void) | undefined;
let last: Extract<Message, { type: 'state' }> | undefined;

/**
 * Hears what happens on a channel. All tabs of a browser share one connection: one of them holds it
 * for as long as it is open, and passes on what it hears.
 * @returns what ends it
 */
export function listen(channel: LiveChannel, listener: Listener): () => void {
  if (listeners.size === 0) start();
  const hearing = listeners.get(channel) ?? new Map();
  listeners.set(channel, hearing.set(listener, { opening: '' }));
  want();
  if (last) hearState(last);
  else listener.state?.('connecting');
  return () => {
    hearing.delete(listener);
    if (hearing.size === 0) listeners.delete(channel);
    want();
    if (listeners.size === 0) stop();
  };
}

const wanted = () => [...listeners.keys()];

/** Says what this tab wants to hear: to the stream if it is here, else to the tab that holds it. */
function want(): void {
  if (stream) stream.carry([...wanted(), ...[...wantedElsewhere.values()].flat()]);
  else tell({ type: 'want', tab, channels: wanted() });
}

function tell(message: Message): void {
  bus?.postMessage(message);
}

function start(): void {
  // Locks exist in secure contexts only; elsewhere each tab holds a stream of its own.
  if (!navigator.locks || !('BroadcastChannel' in window)) {
    lead();
    return;
  }
  bus ??= new BroadcastChannel('live-1');
  bus.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  const resignation = Promise.withResolvers<void>();
  const waiting = new AbortController();
  retire = () => {
    waiting.abort();
    resignation.resolve();
  };
  navigator.locks
    .request('live-stream', { signal: waiting.signal }, () => {
      lead();
      tell({ type: 'who' });
      return resignation.promise;
    })
    // Nobody is interested any more before it was this tab's turn.
    .catch(() => undefined);
}

function lead(): void {
  stream = openStream({
    event(channel, data) {
      tell({ type: 'event', channel, data });
      hearEvent(channel, data);
    },
    state(state, channels, opening) {
      const news = { type: 'state', state, channels, opening } as const;
      tell(news);
      hearState(news);
    },
  });
  want();
}

function stop(): void {
  stream?.close();
  stream = undefined;
  last = undefined;
  retire?.();
  retire = undefined;
  wantedElsewhere.clear();
}

function hear(message: Message): void {
  if (message.type === 'event') hearEvent(message.channel, message.data);
  else if (message.type === 'state') hearState(message);
  else if (message.type === 'who') want();
  else if (stream) {
    if (message.channels.length > 0) wantedElsewhere.set(message.tab, message.channels);
    else wantedElsewhere.delete(message.tab);
    want();
    if (last) tell(last);
  }
}

function hearEvent(channel: string, data: unknown): void {
  for (const listener of listeners.get(channel as LiveChannel)?.keys() ?? []) listener.event(data);
}

function hearState(news: Extract<Message, { type: 'state' }>): void {
  last = news;
  for (const [channel, hearing] of listeners) {
    const carried = news.state === 'live' && news.channels.includes(channel);
    for (const [listener, seen] of hearing) {
      listener.state?.(carried ? 'live' : news.state === 'live' ? 'connecting' : news.state);
      if (!carried || seen.opening === news.opening) continue;
      seen.opening = news.opening;
      listener.joined?.();
    }
  }
}

// The publisher renders islands that listen; it has no window.
if (!import.meta.env.SSR) {
  // A page that is left neither holds the stream nor wants to hear; one that comes back does.
  addEventListener('pagehide', () => {
    if (listeners.size === 0) return;
    if (!stream) tell({ type: 'want', tab, channels: [] });
    stop();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && listeners.size > 0) start();
    if (persisted) want();
  });
  // Whoever signs in or out has another `me`.
  followSessionFlag(() => stream?.reopen());
}
