import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns a random id of 16 unambiguous letters and digits (79 bits). */
export function createPublicId(): string {
  let id = '';
  while (id.length < 16) {
    for (const byte of randomBytes(24)) {
      // Larger bytes are dropped, because they would make some letters more likely.
      if (byte < 248 && id.length < 16) id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}
