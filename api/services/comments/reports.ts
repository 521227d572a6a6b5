import type { CommentReport } from '#contracts/comment.ts';
import { insertCommentReport } from '../../db/repositories/comment-writes.ts';
import { publishEvent } from '../events/publish-event.ts';
import type { CommentContext } from './context.ts';
import { getPublicComment } from './likes.ts';

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
