/** Lists the keys of everything stored. It is apart from storage.ts, which every page of readers loads. */
export function storedKeys(area: 'local' | 'session' = 'local'): string[] {
  try {
    return Object.keys(area === 'session' ? sessionStorage : localStorage);
  } catch {
    // Storage is switched off: nothing is stored.
    return [];
  }
}
