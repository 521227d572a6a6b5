import { writeStored } from './storage.ts';
import { storedKeys } from './stored-keys.ts';

/** True for keys of text that was typed and not sent, such as `contact-draft`. */
const isDraft = (key: string) => /-draft( |$)/.test(key);

/** Removes what was typed on any page, as the next user of this browser may be another person. */
export function forgetTyped(): void {
  // Earlier versions kept the address for receipts in localStorage.
  for (const area of ['session', 'local'] as const) {
    for (const key of storedKeys(area).filter(isDraft)) writeStored(key, null, area);
  }
}
