interface Held<Value> {
  value: Value;
  bytes: number;
}

/** A store that forgets what was used least recently once it holds too many bytes. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** `bytes` is the caller's estimate; an entry above the whole limit is not kept. */
  set(key: string, value: Value, bytes: number): void;
  /** Bytes held now, keys included. */
  readonly bytes: number;
}

/** A ByteCache that holds at most `limit` bytes. */
export function createByteCache<Value>(limit: number): ByteCache<Value> {
  // A Map keeps the order of insertion, so the first key is always the oldest.
  const entries = new Map<string, Held<Value>>();
  let total = 0;
  let newest: string | undefined;

  function remove(key: string): Held<Value> | undefined {
    const held = entries.get(key);
    if (held === undefined) return undefined;
    entries.delete(key);
    total -= held.bytes;
    return held;
  }

  return {
    get bytes() {
      return total;
    },
    get(key) {
      const held = entries.get(key);
      if (held === undefined || key === newest) return held?.value;
      entries.delete(key);
      entries.set(key, held);
      newest = key;
      return held.value;
    },
    set(key, value, bytes) {
      remove(key);
      // A string takes up to two bytes a character.
      const size = bytes + key.length * 2;
      if (size > limit) return;
      entries.set(key, { value, bytes: size });
      total += size;
      newest = key;
      for (const oldest of entries.keys()) {
        if (total <= limit) break;
        remove(oldest);
      }
    },
  };
}
