import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { LiveChannel } from '#contracts/live-channels.ts';
import { type LiveState, listen } from '../client/live.ts';

/** What a page knows of a channel of real-time events. */
interface LiveFeed {
  state: LiveState;
  /** Number of times that the stream began to carry the channel. */
  joined: number;
  /** The latest event, a new object each time. */
  latest: { data: unknown } | null;
}

/** Functions that follow a channel. */
export interface LiveFollower {
  event(data: unknown): void;
  /** Called once the stream carries the channel, and again after a break: events may be missing. */
  joined?(): void;
  state?(state: LiveState): void;
}

const nothing: LiveFeed = { state: 'connecting', joined: 0, latest: null };
const feeds = new Map<LiveChannel, ReadableAtom<LiveFeed>>();

/** Returns the store of a channel. All tabs share one stream, which carries a channel while it is used. */
export function $live(channel: LiveChannel): ReadableAtom<LiveFeed> {
  const known = feeds.get(channel);
  if (known) return known;
  const $feed = atom(nothing);
  const change = (changed: Partial<LiveFeed>) => $feed.set({ ...$feed.get(), ...changed });
  onMount($feed, () => {
    if (import.meta.env.SSR) return;
    const leave = listen(channel, {
      event: (data) => change({ latest: { data } }),
      joined: () => change({ joined: $feed.get().joined + 1 }),
      state: (state) => change({ state }),
    });
    return () => {
      leave();
      $feed.set(nothing);
    };
  });
  feeds.set(channel, $feed);
  return $feed;
}

/** Calls functions on everything that happens on a channel from now on. @returns a function that ends it */
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
