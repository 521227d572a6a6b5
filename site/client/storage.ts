/** `localStorage` keeps values between visits, `sessionStorage` while the tab is open. */
export type Area = 'localStorage' | 'sessionStorage';

/** Returns null if an access to storage throws: it can be full or switched off. */
function tryAccess<Value>(access: () => Value): Value | null {
  try {
    return access();
  } catch {
    return null;
  }
}

/** Returns a stored value, or null if there is none. */
export const readStored = (key: string, area: Area = 'localStorage'): string | null =>
  tryAccess(() => window[area].getItem(key));

/** Stores a value, or removes it with null. */
export function writeStored(key: string, value: string | null, area: Area = 'localStorage'): void {
  tryAccess(() =>
    value === null ? window[area].removeItem(key) : window[area].setItem(key, value),
  );
}
