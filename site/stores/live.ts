import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { LiveChannel } from '#contracts/live-channels.ts';
import { type LiveState, listen } from '../client/live.ts';

/** State of a channel of real-time events. */
interface LiveFeed {
  state: LiveState;
  /** Number of times that the stream has begun to carry the channel. */
  joined: number;
  /** The latest event, a new object each time. */
  latest: { data: unknown } | null;
}

/** Handlers for a channel. */
export interface LiveFollower {
  event(data: unknown): void;
  /** Called when the stream begins to carry the channel, and after an interruption, as events may be missing. */
  joined?(): void;
  state?(state: LiveState): void;
}

const initialFeed: LiveFeed = { state: 'connecting', joined: 0, latest: null };
const feeds = new Map<LiveChannel, ReadableAtom<LiveFeed>>();

/** Returns the store of a channel. All tabs share one stream, which carries a channel while it has listeners. */
export function $live(channel: LiveChannel): ReadableAtom<LiveFeed> {
  const existing = feeds.get(channel);
  if (existing) return existing;
  const $feed = atom(initialFeed);
  const change = (changed: Partial<LiveFeed>) => $feed.set({ ...$feed.get(), ...changed });
  onMount($feed, () => {
    if (import.meta.env.SSR) return;
    const stopListening = listen(channel, {
      event: (data) => change({ latest: { data } }),
      joined: () => change({ joined: $feed.get().joined + 1 }),
      state: (state) => change({ state }),
    });
    return () => {
      stopListening();
      $feed.set(initialFeed);
    };
  });
  feeds.set(channel, $feed);
  return $feed;
}

/** Calls the handlers for all future events of a channel. @returns a function that removes them */
export function followLive(channel: LiveChannel, follower: LiveFollower): () => void {
  const $feed = $live(channel);
  let { latest } = $feed.get();
  let joined = 0;
  let state: LiveState | undefined;
  return $feed.subscribe((feed) => {
    const before = { latest, joined, state };
    ({ latest, joined, state } = feed);
    if (state !== before.state) follower.state?.(state);
    if (joined !== before.joined && state === 'live') follower.joined?.();
    if (latest && latest !== before.latest) follower.event(latest.data);
  });
}
