/** Keys remembered at most; the one that was quiet the longest makes room. */
const CAPACITY = 50_000;

/** When things happened lately, by key, in the memory of this process. */
export interface RecentAttempts {
  /** Times within the window, oldest first. */
  list(key: string, now: number): readonly number[];
  add(key: string, now: number): void;
  /** Takes one attempt back. */
  remove(key: string, time: number): void;
}

/** A sliding window: unlike a fixed one it has no seam where twice as much fits through. */
export function createRecentAttempts(windowMs: number, capacity = CAPACITY): RecentAttempts {
  const times = new Map<string, number[]>();

  function list(key: string, now: number): number[] {
    return (times.get(key) ?? []).filter((time) => time > now - windowMs);
  }

  /** Re-inserting keeps the map in order of last use. */
  function store(key: string, kept: number[]): void {
    times.delete(key);
    if (kept.length > 0) times.set(key, kept);
    if (times.size <= capacity) return;
    const quietest = times.keys().next().value;
    if (quietest !== undefined) times.delete(quietest);
  }

  return {
    list,
    add: (key, now) => store(key, [...list(key, now), now]),
    remove(key, time) {
      const kept = [...(times.get(key) ?? [])];
      const index = kept.indexOf(time);
      if (index >= 0) kept.splice(index, 1);
      store(key, kept);
    },
  };
}
