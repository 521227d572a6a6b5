import { LRUCache } from 'lru-cache';

/** Cache that evicts the least recently used entries beyond a limit in bytes. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** `bytes` is the caller's estimate; an entry above the whole limit is not kept. */
  set(key: string, value: Value, bytes: number): void;
  /** Bytes held now, keys included. */
  readonly bytes: number;
}

/** Creates a cache that holds at most `limit` bytes. */
export function createByteCache<Value extends NonNullable<unknown>>(
  limit: number,
): ByteCache<Value> {
  const entries = new LRUCache<string, Value>({ maxSize: Math.max(1, Math.floor(limit)) });
  return {
    get bytes() {
      return entries.calculatedSize;
    },
    get: (key) => entries.get(key),
    set(key, value, bytes) {
      // A character of a string takes up to two bytes.
      entries.set(key, value, { size: bytes + key.length * 2 });
    },
  };
}
