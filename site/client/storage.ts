const areas = { local: () => localStorage, session: () => sessionStorage };

/** `local` remembers between visits; `session` remembers for as long as the tab is open. */
type Area = keyof typeof areas;

/** Reads what was stored; null if nothing was, or if the visitor has switched storage off. */
export function readStored(key: string, area: Area = 'local'): string | null {
  try {
    return areas[area]().getItem(key);
  } catch {
    return null;
  }
}

/** Reads stored JSON; null if there is none, or if it is malformed. */
export function readStoredJson(key: string, area: Area = 'local'): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value, or removes it with null. Without storage nothing is remembered. */
export function writeStored(key: string, value: string | null, area: Area = 'local'): void {
  try {
    if (value === null) areas[area]().removeItem(key);
    else areas[area]().setItem(key, value);
  } catch {
    // Nothing depends on stored values.
  }
}

/** Lists the keys of everything stored. */
export function storedKeys(area: Area = 'local'): string[] {
  try {
    return Object.keys(areas[area]());
  } catch {
    return [];
  }
}
