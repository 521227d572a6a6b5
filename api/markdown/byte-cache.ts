import { LRUCache } from 'lru-cache';

/** Cache that evicts the least recently used entries beyond a limit in bytes. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** @param bytes estimate of the caller; entries above the limit are not stored */
  set(key: string, value: Value, bytes: number): void;
  /** Bytes in use, including keys. */
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
      // A character takes up to two bytes.
      entries.set(key, value, { size: bytes + key.length * 2 });
    },
  };
}
