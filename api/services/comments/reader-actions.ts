import type { CommentReport } from '#contracts/comment.ts';
import { commentMessages } from '#contracts/comment-limits.ts';
import type { Queryable } from '../../db/database.ts';
import {
  type CommentRecord,
  findArticleOfComment,
  findComment,
  findCommentById,
} from '../../db/hot/comments.ts';
import {
  deleteCommentLike,
  insertCommentLike,
  insertCommentReport,
} from '../../db/repositories/comments.ts';
import { DomainError } from '../../errors.ts';
import { textOfHtml } from '../../escape-html.ts';
import { publishEvent } from '../events/events.ts';
import { likesSubjectKey, notify, setNotificationVisibility } from '../notifications/notify.ts';
import type { CommentContext } from './context.ts';
import { commentPath } from './on-comment-changed.ts';

type LikeContext = Pick<CommentContext, 'config' | 'database' | 'clock'>;

/**
 * Adds a member's like.
 * @returns the new number of likes
 * @throws DomainError NOT_FOUND, or STATE_CONFLICT for own comments and repeated likes
 */
export async function likeComment(
  context: LikeContext,
  publicId: string,
  userId: number,
): Promise<number> {
  const { database, clock } = context;
  await database.write((transaction) => {
    const comment = getPublicComment(database, publicId);
    if (comment.userId === userId) {
      throw new DomainError('STATE_CONFLICT', { msg: commentMessages.ownLike });
    }
    const like = { commentId: comment.id, userId, createdAt: clock() };
    if (!insertCommentLike(transaction, like)) {
      throw new DomainError('STATE_CONFLICT', { msg: commentMessages.alreadyLiked });
    }
    notifyAuthorOfLike(transaction, context, comment, userId);
  });
  return getPublicComment(database, publicId).likes;
}

/** Removes a member's like, if there is one. @returns the new number of likes */
export async function unlikeComment(
  context: LikeContext,
  publicId: string,
  userId: number,
): Promise<number> {
  const { database } = context;
  await database.write((transaction) => {
    const { id } = getPublicComment(database, publicId);
    deleteCommentLike(transaction, id, userId);
    const after = findCommentById(database, id);
    // The combined notification needs at least one like.
    if (after?.userId && after.likes === 0) {
      const subject = { userId: after.userId, subjectKey: likesSubjectKey(publicId) };
      setNotificationVisibility(transaction, context, subject, false);
    }
  });
  return getPublicComment(database, publicId).likes;
}

function notifyAuthorOfLike(
  transaction: Queryable,
  context: LikeContext,
  comment: CommentRecord,
  by: number,
): void {
  if (comment.userId === null) return;
  const article = findArticleOfComment(context.database, comment.articleId);
  notify(transaction, context, {
    userId: comment.userId,
    kind: 'like',
    by,
    title: `liked your comment on “${article.title}”`,
    excerpt: textOfHtml(comment.html),
    path: commentPath(article, comment.publicId),
    subjectKey: `comment:${comment.publicId}:liked:${by}`,
    // One notification lists all members who liked the comment.
    together: likesSubjectKey(comment.publicId),
  });
}

/** Returns a public comment of a public article. @throws DomainError NOT_FOUND */
export function getPublicComment(
  database: CommentContext['database'],
  publicId: string,
): CommentRecord {
  const comment = findComment(database, publicId);
  if (comment?.state !== 'published') throw new DomainError('NOT_FOUND');
  const article = findArticleOfComment(database, comment.articleId);
  if (article.state !== 'live' && article.state !== 'archived') throw new DomainError('NOT_FOUND');
  return comment;
}

/**
 * Reports a comment to the moderators; each member counts once, and all guests together once.
 * @throws DomainError NOT_FOUND
 */
export async function reportComment(
  { database, clock }: Pick<CommentContext, 'database' | 'clock'>,
  publicId: string,
  { reason, note }: CommentReport,
  userId: number | null,
): Promise<void> {
  await database.write((transaction) => {
    const { id } = getPublicComment(database, publicId);
    insertCommentReport(transaction, { commentId: id, userId, reason, note, createdAt: clock() });
    publishEvent(transaction, { clock }, { channel: 'moderation', data: { type: 'queue' } });
  });
}
