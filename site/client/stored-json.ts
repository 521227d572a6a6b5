import { type Area, readStored } from './storage.ts';

/** Returns stored JSON, or null if there is none or if it is malformed. Public pages load only storage.ts. */
export function readStoredJson(key: string, area?: Area): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? 'null');
  } catch {
    return null;
  }
}
