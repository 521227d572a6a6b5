import { type MemberUser, privacy } from '#contracts/user.ts';
import type { Queryable } from '../../db/client.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { toPublicUser } from '../accounts/response.ts';
import { lookerOf, mayLook } from './audience.ts';

/**
 * A member as `viewer` may see them.
 * @throws DomainError NOT_FOUND, for suspended and deleted users too
 */
export function readMember(
  query: Queryable,
  viewer: { userId: number; admin: boolean } | null,
  publicId: string,
): MemberUser {
  const user = findActiveUserByPublicId(query, publicId);
  if (!user) throw new DomainError('NOT_FOUND');
  const looker = lookerOf(viewer, user.id);
  const choice = privacy.parse(user.privacy);
  const profile = mayLook(looker, choice.profile);
  const contact = mayLook(looker, choice.contact);
  return {
    ...toPublicUser(user),
    ...(profile
      ? {
          location: user.location,
          work: user.work,
          education: user.education,
          skills: user.skills,
          websites: user.websites,
          socialMedia: user.socialMedia,
          projects: user.projects,
        }
      : { title: '', bio: '' }),
    ...(contact && { email: user.email, phone: user.phone }),
    ...(looker === 'admin' && { role: user.role }),
  };
}
