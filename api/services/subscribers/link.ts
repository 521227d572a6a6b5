import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../secrets.ts';

/** A link that confirms an address. Only the hash of its token is stored. */
export function createConfirmToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Characters of a public id: 120 bits. */
const ID_LENGTH = 20;

/** Makes and reads the tokens that let a subscriber leave; they work for as long as the mails lie around. */
export function createLeaveTokens(keyring: Keyring) {
  const key = keyring('unsubscribe');
  const sign = (publicId: string) => createHmac('sha256', key).update(publicId).digest();
  return {
    /**
     * The public id of an address: the same if it comes back after it was forgotten, so that links in
     * mails from before let it leave again.
     */
    idOf: (email: string) =>
      createHmac('sha256', key).update(`address ${email}`).digest('base64url').slice(0, ID_LENGTH),
    make: (publicId: string) => `${publicId}.${sign(publicId).toString('base64url')}`,
    /** @returns the public id of the subscriber it was made for, or null */
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

export type LeaveTokens = ReturnType<typeof createLeaveTokens>;
