import type { AccountDeletion } from '#contracts/profile.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { listArticleIdsOf } from '../../db/hot/articles.ts';
import { findCommentById, listArticlesRespondedTo } from '../../db/hot/comments.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { listCommentsOf } from '../../db/repositories/comments.ts';
import type { CommentContext } from '../comments/context.ts';
import { eraseComment } from '../comments/mutations.ts';
import { enqueueCommentRendering, onCommentChanged } from '../comments/on-comment-changed.ts';

type Context = Pick<CommentContext, 'config' | 'database' | 'clock'>;

/**
 * Enqueues rendering of all pages that show the author's name or picture.
 * Call it in the transaction of the change.
 */
export function refreshAuthorPages(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  userId: number,
): void {
  enqueueMemberCommentRendering({ database, clock }, userId);
  const articles = listArticleIdsOf(database, userId);
  if (articles.length === 0) return;
  const tags = articles.flatMap((id) => [`article:${id}`, `card:${id}`]);
  enqueueJob(database, { kind: 'refresh', payload: { tags, paths: [] }, now: clock() });
  enqueueJob(database, { kind: 'share', payload: { articles }, now: clock() });
}

/**
 * Schedules rendering of all articles with comments of a member whose name or profile picture
 * changed.
 * Call it in the transaction of the change, and wake the publisher after the commit.
 */
export function enqueueMemberCommentRendering(
  context: Pick<CommentContext, 'database' | 'clock'>,
  userId: number,
): void {
  for (const article of listArticlesRespondedTo(context.database, userId)) {
    enqueueCommentRendering(context, article);
  }
}

/**
 * Keeps or removes the comments of a member who deletes their account; comments with replies leave
 * an empty place.
 * Call it in the transaction of the deletion.
 */
export function detachMemberComments(
  context: Context,
  transaction: Queryable,
  userId: number,
  choice: AccountDeletion['comments'],
): void {
  enqueueMemberCommentRendering(context, userId);
  if (choice === 'keep') return;
  for (const id of listCommentsOf(transaction, userId)) {
    const comment = findCommentById(context.database, id);
    if (!comment) continue;
    eraseComment(transaction, comment);
    onCommentChanged(transaction, context, comment, comment.id);
  }
}
