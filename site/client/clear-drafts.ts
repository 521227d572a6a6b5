import { type Area, writeStored } from './storage.ts';

/** True for keys of unsent text, such as `contact-draft`. */
const isDraft = (key: string) => /-draft( |$)/.test(key);

/** Deletes the drafts of all pages, because the next user of the browser may be another person. */
export function clearDrafts(): void {
  // Earlier versions stored the address for receipts in localStorage.
  for (const area of ['sessionStorage', 'localStorage'] as const) {
    for (const key of storedKeys(area).filter(isDraft)) writeStored(key, null, area);
  }
}

/** Lists all stored keys. It is not part of storage.ts, because all public pages load that file. */
export function storedKeys(area: Area = 'localStorage'): string[] {
  try {
    return Object.keys(window[area]);
  } catch {
    // Storage is switched off.
    return [];
  }
}
