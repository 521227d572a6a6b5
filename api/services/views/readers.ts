import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';

export const DAY_MS = 86_400_000;
/** Pairs of reader and page remembered for a day; more are no longer told apart. */
const REMEMBERED_MAX = 200_000;

/**
 * Tells readers of one day apart without knowing them: their address goes into a hash with a salt
 * that is made at random, never leaves the memory, and is destroyed with its day. After that nobody
 * can find out who is behind a hash, or that two days had the same reader.
 */
export interface DailyReaders {
  /** Days since 1970, UTC. */
  today(): number;
  /** Stands for an address and a browser until midnight. */
  readerOf(address: string, userAgent: string): string;
  /** Whether this is the reader's first view of `what` today. */
  isNew(reader: string, what: string): boolean;
  /** Destroys the salt of a day that is over. */
  expire(): void;
}

export function createDailyReaders(clock: Clock): DailyReaders {
  let day = -1;
  let salt = Buffer.alloc(0);
  const seen = new Set<string>();

  function expire(): void {
    const today = Math.floor(clock() / DAY_MS);
    if (today === day) return;
    day = today;
    salt.fill(0);
    salt = randomBytes(32);
    seen.clear();
  }
  const hash = (...parts: string[]) =>
    createHash('sha256').update(salt).update(parts.join('\n')).digest('base64url').slice(0, 22);

  return {
    today() {
      expire();
      return day;
    },
    readerOf(address, userAgent) {
      expire();
      return hash(address, userAgent);
    },
    isNew(reader, what) {
      expire();
      const key = hash(reader, what);
      if (seen.has(key) || seen.size >= REMEMBERED_MAX) return false;
      seen.add(key);
      return true;
    },
    expire,
  };
}
