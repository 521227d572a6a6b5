import type { AppContext } from '../../context.ts';
import { addAuditDetails } from '../../db/audit-trail.ts';
import { reassignArticles } from '../../db/repositories/article-writes.ts';
import { detachMemberComments } from '../comments/member-comments.ts';
import { enqueueMail } from '../mail/queue.ts';
import { removeAvatars } from '../media/media-files.ts';
import { eraseUser } from '../profile/delete-account.ts';
import { refreshAuthorPages } from '../profile/refresh-author-pages.ts';
import { findOtherUser } from './change.ts';
import { decisionEmail } from './letters.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

/**
 * Deletes the account of another user. The admin who deletes it becomes the author of their
 * articles.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT about oneself and the last admin
 */
export async function deleteUser(
  context: Context,
  publicId: string,
  { viewerId, comments }: { viewerId: number; comments: 'keep' | 'remove' },
): Promise<void> {
  const { config, database, publisher } = context;
  const pictures = await database.write((transaction) => {
    const user = findOtherUser(transaction, publicId, viewerId);
    refreshAuthorPages(context, user.id);
    const given = reassignArticles(transaction, { from: user.id, to: viewerId });
    if (given > 0) addAuditDetails({ articles: `${given} taken over` });
    detachMemberComments(context, transaction, user.id, comments);
    addAuditDetails({ comments: comments === 'keep' ? 'kept' : 'removed' });
    const names = eraseUser(context, transaction, user);
    // Invited users who never signed in get no email.
    if (user.invitedAt === null) {
      const letter = decisionEmail(user, config, {
        what: 'Your account is deleted',
        meaning:
          'All data that belonged only to you has been deleted. This is the last email about it.',
      });
      enqueueMail(transaction, context, { kind: 'account', to: user.email, letter });
    }
    return names;
  });
  publisher.wake();
  await removeAvatars(config.dataFolder, pictures);
}
