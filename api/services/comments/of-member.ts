import type { AccountDeletion } from '#contracts/profile.ts';
import type { Queryable } from '../../db/client.ts';
import { listCommentsOf } from '../../db/repositories/comment-writes.ts';
import { findCommentById, listArticlesRespondedTo } from '../../db/repositories/comments.ts';
import { enqueueBaking, tellOfChange } from './announce.ts';
import type { CommentContext } from './context.ts';
import { eraseComment } from './writing.ts';

type Context = Pick<CommentContext, 'config' | 'database' | 'clock'>;

/**
 * Lets the pages be made anew that show the name or picture of a member below an article. Belongs in
 * the transaction of the change; wake the publisher afterwards.
 */
export function bakeCommentsOf(
  context: Pick<CommentContext, 'database' | 'clock'>,
  userId: number,
): void {
  for (const article of listArticlesRespondedTo(context.database, userId)) {
    enqueueBaking(context, article);
  }
}

/**
 * What becomes of the comments of who deletes their account: they stay without a name, or go. Where
 * others have answered, the place of one that goes stays. Belongs in the transaction.
 */
export function leaveComments(
  context: Context,
  transaction: Queryable,
  userId: number,
  wish: AccountDeletion['comments'],
): void {
  bakeCommentsOf(context, userId);
  if (wish === 'keep') return;
  for (const id of listCommentsOf(transaction, userId)) {
    const comment = findCommentById(context.database, id);
    if (!comment) continue;
    eraseComment(transaction, comment);
    tellOfChange(transaction, context, comment, comment.id);
  }
}
