/** `local` keeps values between visits, `session` while the tab is open. */
type Area = 'local' | 'session';

const storageOf = (area?: Area) => (area === 'session' ? sessionStorage : localStorage);

/** Returns null if an access to storage throws: it can be full or switched off. */
function attempt<Value>(access: () => Value): Value | null {
  try {
    return access();
  } catch {
    return null;
  }
}

/** Returns a stored value, or null if there is none. */
export const readStored = (key: string, area?: Area): string | null =>
  attempt(() => storageOf(area).getItem(key));

/** Returns stored JSON, or null if there is none or if it is malformed. */
export const readStoredJson = (key: string, area?: Area): unknown =>
  attempt(() => JSON.parse(readStored(key, area) ?? 'null'));

/** Stores a value, or removes it with null. */
export function writeStored(key: string, value: string | null, area?: Area): void {
  attempt(() =>
    value === null ? storageOf(area).removeItem(key) : storageOf(area).setItem(key, value),
  );
}
