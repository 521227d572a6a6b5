import { commentMessages } from '#contracts/comment-limits.ts';
import type { Queryable } from '../../db/client.ts';
import { deleteCommentLike, insertCommentLike } from '../../db/repositories/comment-writes.ts';
import {
  type CommentRecord,
  findArticleOfComment,
  findComment,
  findCommentById,
} from '../../db/repositories/comments.ts';
import { DomainError } from '../../errors.ts';
import { likesOf } from '../notifications/about.ts';
import { notify, showAbout } from '../notifications/notify.ts';
import { pathOfComment } from './announce.ts';
import type { CommentContext } from './context.ts';

type Liking = Pick<CommentContext, 'config' | 'database' | 'clock'>;

/**
 * Adds a member's like; their own comments they cannot like.
 * @returns how many there are now
 * @throws DomainError NOT_FOUND, STATE_CONFLICT when they have liked it, or wrote it
 */
export async function likeComment(
  context: Liking,
  publicId: string,
  userId: number,
): Promise<number> {
  const { database, clock } = context;
  await database.write((transaction) => {
    const comment = publicComment(database, publicId);
    if (comment.userId === userId) {
      throw new DomainError('STATE_CONFLICT', { msg: commentMessages.ownLike });
    }
    const like = { commentId: comment.id, userId, createdAt: clock() };
    if (!insertCommentLike(transaction, like)) {
      throw new DomainError('STATE_CONFLICT', { msg: commentMessages.alreadyLiked });
    }
    tellOfLike(transaction, context, comment, userId);
  });
  return publicComment(database, publicId).likes;
}

/** Takes a like back; without one, nothing changes. @returns how many there are now */
export async function unlikeComment(
  context: Liking,
  publicId: string,
  userId: number,
): Promise<number> {
  const { database } = context;
  await database.write((transaction) => {
    const { id } = publicComment(database, publicId);
    deleteCommentLike(transaction, id, userId);
    const after = findCommentById(database, id);
    // The last one is gone: there is nothing to tell any more.
    if (after?.userId && after.likes === 0) {
      const told = { userId: after.userId, about: likesOf(publicId) };
      showAbout(transaction, context, told, false);
    }
  });
  return publicComment(database, publicId).likes;
}

function tellOfLike(
  transaction: Queryable,
  context: Liking,
  comment: CommentRecord,
  by: number,
): void {
  if (comment.userId === null) return;
  const article = findArticleOfComment(context.database, comment.articleId);
  notify(transaction, context, {
    userId: comment.userId,
    kind: 'like',
    by,
    title: `liked your response to “${article.title}”`,
    excerpt: comment.text,
    path: pathOfComment(article, comment.publicId),
    about: `comment:${comment.publicId}:liked:${by}`,
    // All who liked it stand in one place; each is told once.
    together: likesOf(comment.publicId),
  });
}

/** A comment that everybody sees, with its article. @throws DomainError NOT_FOUND */
export function publicComment(
  database: CommentContext['database'],
  publicId: string,
): CommentRecord {
  const comment = findComment(database, publicId);
  if (comment?.state !== 'published') throw new DomainError('NOT_FOUND');
  const article = findArticleOfComment(database, comment.articleId);
  if (article.state !== 'live' && article.state !== 'archived') throw new DomainError('NOT_FOUND');
  return comment;
}
