import type { CommentReport } from '#contracts/comment.ts';
import { insertCommentReport } from '../../db/repositories/comment-writes.ts';
import { announce } from '../live/announce.ts';
import type { CommentContext } from './context.ts';
import { publicComment } from './likes.ts';

/**
 * Brings a comment before the moderators. Each member counts once, all guests together once.
 * @throws DomainError NOT_FOUND
 */
export async function reportComment(
  { database, clock }: Pick<CommentContext, 'database' | 'clock'>,
  publicId: string,
  { reason, note }: CommentReport,
  userId: number | null,
): Promise<void> {
  await database.write((transaction) => {
    const { id } = publicComment(database, publicId);
    insertCommentReport(transaction, { commentId: id, userId, reason, note, createdAt: clock() });
    announce(transaction, { clock }, { channel: 'moderation', data: { type: 'queue' } });
  });
}
