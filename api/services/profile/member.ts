import { type MemberUser, privacy } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { profileOf, readArticlesBy, readUserLists, toPublicUser } from '../accounts/response.ts';
import { type Look, lookerOf, mayLook } from './audience.ts';

/**
 * A member as whoever looks may see them.
 * @throws DomainError NOT_FOUND, for suspended and deleted users too
 */
export function readMember(
  context: Pick<AppContext, 'config' | 'database'>,
  look: Look,
  publicId: string,
): MemberUser {
  const user = findActiveUserByPublicId(context.database.query, publicId);
  if (!user) throw new DomainError('NOT_FOUND');
  const looker = lookerOf(look, user.id);
  const choice = privacy.parse(user.privacy);
  const profile = mayLook(looker, choice.profile);
  const contact = mayLook(looker, choice.contact);
  return {
    ...toPublicUser(user),
    ...(profile ? profileOf(user) : { title: '', bio: '' }),
    ...(contact && { phone: user.phone }),
    // An address that nobody has confirmed may be somebody else's.
    ...(contact &&
      (user.emailConfirmedAt !== null || mayLook(looker, 'me')) && { email: user.email }),
    ...(looker === 'admin' && { role: user.role }),
    ...(mayLook(looker, choice.articles) && {
      articles: readArticlesBy(context, user.id, ['live']),
    }),
    ...(looker === 'self' && readUserLists(context, user)),
  };
}
