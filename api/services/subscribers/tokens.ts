import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../secrets.ts';

/** Creates a confirmation token; only its hash is stored. */
export function createConfirmToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Characters of a public id (120 bits). */
const ID_LENGTH = 20;

/** Creates and parses unsubscribe tokens, which do not expire. */
export function createUnsubscribeTokens(keyring: Keyring) {
  const key = keyring('unsubscribe');
  const sign = (publicId: string) => createHmac('sha256', key).update(publicId).digest();
  return {
    /**
     * Returns the public id of an email address. It is the same after a deletion and a new
     * subscription, so that unsubscribe links of earlier emails keep working.
     */
    idOf: (email: string) =>
      createHmac('sha256', key).update(`address ${email}`).digest('base64url').slice(0, ID_LENGTH),
    make: (publicId: string) => `${publicId}.${sign(publicId).toString('base64url')}`,
    /** @returns the public id of the subscriber, or null if the signature is invalid */
    read(token: string): string | null {
      const [publicId = '', given = ''] = token.split('.');
      const right = sign(publicId);
      const signature = Buffer.from(given, 'base64url');
      return signature.length === right.length && timingSafeEqual(signature, right)
        ? publicId
        : null;
    },
  };
}

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>;
