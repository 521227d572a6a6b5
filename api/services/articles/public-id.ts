import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random identifier for addresses: 16 letters and digits that are hard to mistake, 79 bits. */
export function createPublicId(): string {
  let id = '';
  while (id.length < 16) {
    for (const byte of randomBytes(24)) {
      // Bytes past the last whole multiple would make some letters likelier than others.
      if (byte < 248 && id.length < 16) id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}
