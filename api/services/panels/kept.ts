import type { Clock } from '../../clock.ts';

interface Entry<Value> {
  until: number;
  value: Promise<Value>;
}

/**
 * Keeps answers for a while, the newest of them, and asks once for all who want the same at the same
 * time. What failed is asked for again.
 */
export function createKept<Value>(
  clock: Clock,
  { keepMs, most }: { keepMs: number; most: number },
): (key: string, ask: () => Promise<Value>) => Promise<Value> {
  const entries = new Map<string, Entry<Value>>();
  return (key, ask) => {
    const known = entries.get(key);
    if (known && known.until > clock()) return known.value;
    const value = ask();
    entries.delete(key);
    entries.set(key, { until: clock() + keepMs, value });
    const forget = () => {
      if (entries.get(key)?.value === value) entries.delete(key);
    };
    value.catch(forget);
    for (const oldest of entries.keys()) {
      if (entries.size <= most) break;
      entries.delete(oldest);
    }
    return value;
  };
}
