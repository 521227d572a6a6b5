import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Keyring } from '../secrets.ts';

/** Dependencies of the comment services. */
export type CommentContext = Pick<
  AppContext,
  'config' | 'database' | 'clock' | 'markdown' | 'publisher'
> & {
  guests: Signer;
  forms: Signer;
};

/** Signs short texts with a key of the server. */
export interface Signer {
  sign(text: string): string;
  /** @returns the text, or null if the signature is invalid */
  read(signed: string): string | null;
  /** Derives a stable, unguessable name from a text. */
  deriveName(text: string): string;
}

/** Creates the context of the comment services from the context of the app. */
export function createCommentContext(context: AppContext, keyring: Keyring): CommentContext {
  const { config, database, clock, markdown, publisher } = context;
  return {
    config,
    database,
    clock,
    markdown,
    publisher,
    guests: createSigner(keyring('guest-comments')),
    forms: createSigner(keyring('comment-form')),
  };
}

/** Characters of a derived name (120 bits). */
const NAME_LENGTH = 20;

function createSigner(key: Buffer): Signer {
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => `${text}.${hmac(text).toString('base64url')}`,
    deriveName: (text) => hmac(`name of ${text}`).toString('base64url').slice(0, NAME_LENGTH),
    read(signed) {
      const end = signed.lastIndexOf('.');
      const text = signed.slice(0, Math.max(end, 0));
      const actual = Buffer.from(signed.slice(end + 1), 'base64url');
      const expected = hmac(text);
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? text : null;
    },
  };
}
