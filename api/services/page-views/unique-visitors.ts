import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';

export const DAY_MS = 86_400_000;
/** Maximum pairs of visitor and page per day; further ones are not distinguished. */
const VISITS_MAX = 200_000;

/**
 * Distinguishes the visitors of one day anonymously.
 * Hashes IP addresses with a random salt that stays in memory and is destroyed at the end of the
 * day, so that visitors cannot be identified or recognised on another day.
 */
export interface DailyVisitors {
  /** Days since 1970, UTC. */
  today(): number;
  /** Returns a hash of IP address and browser for this day. */
  visitorOf(ip: string, userAgent: string): string;
  /** True if this is the visitor's first view of `what` today. */
  isNew(reader: string, what: string): boolean;
  /** Destroys the salt of a past day. */
  expire(): void;
}

export function createDailyVisitors(clock: Clock): DailyVisitors {
  let day = -1;
  let salt = Buffer.alloc(0);
  const visitors = new Set<string>();

  function expire(): void {
    const today = Math.floor(clock() / DAY_MS);
    if (today === day) return;
    day = today;
    salt.fill(0);
    salt = randomBytes(32);
    visitors.clear();
  }
  const hash = (...parts: string[]) =>
    createHash('sha256').update(salt).update(parts.join('\n')).digest('base64url').slice(0, 22);

  return {
    today() {
      expire();
      return day;
    },
    visitorOf(ip, userAgent) {
      expire();
      return hash(ip, userAgent);
    },
    isNew(reader, what) {
      expire();
      const key = hash(reader, what);
      if (visitors.has(key) || visitors.size >= VISITS_MAX) return false;
      visitors.add(key);
      return true;
    },
    expire,
  };
}
