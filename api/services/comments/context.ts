import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Keyring } from '../secrets.ts';

/** What the services of comments need. */
export type CommentContext = Pick<
  AppContext,
  'config' | 'database' | 'clock' | 'markdown' | 'publisher'
> & {
  guests: Signer;
  forms: Signer;
};

/** Signs short texts, so that what comes back is known to be ours. */
export interface Signer {
  sign(text: string): string;
  /** @returns the text, or null when it was not signed by us */
  read(signed: string): string | null;
  /** A name that nobody else can work out, the same for the same text. */
  nameOf(text: string): string;
}

/** @param context as the app has it */
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

/** Characters of a name: 120 bits. */
const NAME_LENGTH = 20;

function createSigner(key: Buffer): Signer {
  const seal = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => `${text}.${seal(text).toString('base64url')}`,
    nameOf: (text) => seal(`name of ${text}`).toString('base64url').slice(0, NAME_LENGTH),
    read(signed) {
      const end = signed.lastIndexOf('.');
      const text = signed.slice(0, Math.max(end, 0));
      const given = Buffer.from(signed.slice(end + 1), 'base64url');
      const right = seal(text);
      return given.length === right.length && timingSafeEqual(given, right) ? text : null;
    },
  };
}
