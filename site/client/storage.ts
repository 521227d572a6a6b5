/** `local` remembers between visits; `session` remembers for as long as the tab is open. */
type Area = 'local' | 'session';

const storageOf = (area?: Area) => (area === 'session' ? sessionStorage : localStorage);

/** Visitors can switch storage off, and it can be full: then nothing is remembered. */
function attempt<Value>(access: () => Value): Value | null {
  try {
    return access();
  } catch {
    return null;
  }
}

/** Reads what was stored; null if there is nothing. */
export const readStored = (key: string, area?: Area): string | null =>
  attempt(() => storageOf(area).getItem(key));

/** Reads stored JSON; null if there is none, or if it is malformed. */
export const readStoredJson = (key: string, area?: Area): unknown =>
  attempt(() => JSON.parse(readStored(key, area) ?? 'null'));

/** Stores a value, or removes it with null. */
export function writeStored(key: string, value: string | null, area?: Area): void {
  attempt(() =>
    value === null ? storageOf(area).removeItem(key) : storageOf(area).setItem(key, value),
  );
}
