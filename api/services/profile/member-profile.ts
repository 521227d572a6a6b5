import { type MemberUser, privacy } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { profileOf, readArticlesBy, readUserLists, toPublicUser } from '../users/user-response.ts';
import { canView, getViewerRelation, type ProfileViewer } from './visibility.ts';

/**
 * Returns a member's profile as the viewer may see it.
 * @throws DomainError NOT_FOUND, also for suspended and deleted users
 */
export function getMemberProfile(
  context: Pick<AppContext, 'config' | 'database'>,
  viewer: ProfileViewer,
  publicId: string,
): MemberUser {
  const user = findActiveUserByPublicId(context.database.query, publicId);
  if (!user) throw new DomainError('NOT_FOUND');
  const relation = getViewerRelation(viewer, user.id);
  const settings = privacy.parse(user.privacy);
  const profile = canView(relation, settings.profile);
  const contact = canView(relation, settings.contact);
  return {
    ...toPublicUser(user),
    ...(profile ? profileOf(user) : { title: '', bio: '' }),
    ...(contact && { phone: user.phone }),
    // An unconfirmed email address may belong to someone else.
    ...(contact &&
      (user.emailConfirmedAt !== null || canView(relation, 'me')) && { email: user.email }),
    ...(relation === 'admin' && { role: user.role }),
    ...(canView(relation, settings.articles) && {
      articles: readArticlesBy(context, user.id, ['live']),
    }),
    ...(relation === 'self' && readUserLists(context, user)),
  };
}
