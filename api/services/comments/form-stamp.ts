import { COMMENT_FORM_MIN_MS } from '#contracts/comment-limits.ts';
import type { CommentContext } from './context.ts';

/** A page that lay open for longer asks for the list again before it sends. */
const FORM_MAX_MS = 24 * 3_600_000;

/** What a stamp tells of a form: by whom it was filled in, as far as time can tell. */
export type StampVerdict = 'sound' | 'missing' | 'forged' | 'hasty' | 'old';

/** Goes out with the list of an article's comments, and comes back with a new one. */
export function stampForm({ forms, clock }: CommentContext, articleId: string): string {
  return forms.sign(`${clock().toString(36)}.${articleId}`);
}

/** How long the form for this article was open. */
export function readStamp(
  { forms, clock }: CommentContext,
  articleId: string,
  stamp: string | undefined,
): StampVerdict {
  if (!stamp) return 'missing';
  const [time = '', article] = (forms.read(stamp) ?? '').split('.');
  if (article !== articleId) return 'forged';
  const open = clock() - Number.parseInt(time, 36);
  if (open < COMMENT_FORM_MIN_MS) return 'hasty';
  return open > FORM_MAX_MS ? 'old' : 'sound';
}
