import type { Clock } from '../../clock.ts';

interface Entry<Value> {
  until: number;
  value: Promise<Value>;
}

/**
 * Caches the newest responses for a time; concurrent requests share one call, and failures are not
 * cached.
 */
export function createResponseCache<Value>(
  clock: Clock,
  { keepMs, entriesMax }: { keepMs: number; entriesMax: number },
): (key: string, load: () => Promise<Value>) => Promise<Value> {
  const entries = new Map<string, Entry<Value>>();
  return (key, load) => {
    const cached = entries.get(key);
    if (cached && cached.until > clock()) return cached.value;
    const value = load();
    entries.delete(key);
    entries.set(key, { until: clock() + keepMs, value });
    const remove = () => {
      if (entries.get(key)?.value === value) entries.delete(key);
    };
    value.catch(remove);
    for (const oldest of entries.keys()) {
      if (entries.size <= entriesMax) break;
      entries.delete(oldest);
    }
    return value;
  };
}
