/** Lists all stored keys. It is not part of storage.ts, because all public pages load that file. */
export function storedKeys(area: 'local' | 'session' = 'local'): string[] {
  try {
    return Object.keys(area === 'session' ? sessionStorage : localStorage);
  } catch {
    // Storage is switched off.
    return [];
  }
}
