import { COMMENT_FORM_MIN_MS } from '#contracts/comment-limits.ts';
import { DAY_MS } from '#contracts/durations.ts';
import type { AppContext } from '../../context.ts';
import { createSigner, type Keyring, type Signer } from '../keyring.ts';

/** Maximum age of a form token, in milliseconds; older pages load the list again before sending. */
const FORM_TOKEN_MAX_AGE_MS = DAY_MS;

/** Validity of a form token. */
export type FormTokenStatus = 'valid' | 'missing' | 'forged' | 'too-fast' | 'expired';

export type CommentContext = Pick<
  AppContext,
  'config' | 'database' | 'clock' | 'markdown' | 'publisher'
> & {
  guests: Signer;
  forms: Signer;
};

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

/** Returns a signed token with the article and the current time for a comment form. */
export function createFormToken({ forms, clock }: CommentContext, articleId: string): string {
  return forms.sign(`${clock().toString(36)}.${articleId}`);
}

/** Checks the signature, article and age of a form token. */
export function checkFormToken(
  { forms, clock }: CommentContext,
  articleId: string,
  token: string | undefined,
): FormTokenStatus {
  if (!token) return 'missing';
  const [time = '', article] = (forms.read(token) ?? '').split('.');
  if (article !== articleId) return 'forged';
  const open = clock() - Number.parseInt(time, 36);
  if (open < COMMENT_FORM_MIN_MS) return 'too-fast';
  return open > FORM_TOKEN_MAX_AGE_MS ? 'expired' : 'valid';
}
