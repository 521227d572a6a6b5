import { writeStored } from './storage.ts';
import { storedKeys } from './stored-keys.ts';

/** True for keys of unsent text, such as `contact-draft`. */
const isDraft = (key: string) => /-draft( |$)/.test(key);

/** Deletes the drafts of all pages, because the next user of the browser may be another person. */
export function clearDrafts(): void {
  // Earlier versions stored the address for receipts in localStorage.
  for (const area of ['session', 'local'] as const) {
    for (const key of storedKeys(area).filter(isDraft)) writeStored(key, null, area);
  }
}
