import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Clock } from '../clock.ts';

/** Keys remembered at most; the one that was quiet the longest makes room. */
const CAPACITY = 50_000;

/**
 * Counts per key and window in memory, so two processes allow twice as much. Unlike the plugin's
 * own store, it uses the injected clock.
 */
export function createRateLimitStore(clock: Clock): FastifyRateLimitStoreCtor {
  return class ClockedStore implements FastifyRateLimitStore {
    private readonly groups = new Map<string, ClockedStore>();
    private readonly windows = new Map<string, { count: number; endsAt: number }>();

    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      const now = clock();
      const entry = this.windows.get(key);
      const open = entry && now < entry.endsAt && now >= entry.endsAt - windowMs;
      const current = open ? entry : { count: 0, endsAt: now + windowMs };
      current.count++;
      this.windows.delete(key);
      this.windows.set(key, current);
      this.makeRoom();
      callback(null, { current: current.count, ttl: current.endsAt - now });
    }

    /** Routes with the same `groupId` are counted together, others separately. */
    child(route: object): FastifyRateLimitStore {
      const groupId = 'groupId' in route ? String(route.groupId) : null;
      if (groupId === null) return new ClockedStore();
      const group = this.groups.get(groupId) ?? new ClockedStore();
      this.groups.set(groupId, group);
      return group;
    }

    private makeRoom(): void {
      if (this.windows.size <= CAPACITY) return;
      const quietest = this.windows.keys().next().value;
      if (quietest !== undefined) this.windows.delete(quietest);
    }
  };
}
