import { type OwnUser, type PublicUser, privacy } from '#contracts/user.ts';
import type { Queryable } from '../../db/client.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';

/** @throws DomainError NOT_SIGNED_IN when the user has just been suspended or deleted */
export function readOwnUser(query: Queryable, userId: number): OwnUser {
  const user = findActiveUser(query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  return toOwnUser(user);
}

/** The few fields that everybody may see. */
export function toPublicUser(user: UserRecord): PublicUser {
  return {
    _id: user.publicId,
    id: user.publicId,
    name: user.name,
    avatar: user.avatar,
    title: user.title,
    bio: user.bio,
    createdAt: new Date(user.createdAt).toISOString(),
  };
}

/** What a profile says beyond that. */
export const profileOf = (user: UserRecord) => ({
  location: user.location,
  work: user.work,
  education: user.education,
  skills: user.skills,
  websites: user.websites,
  socialMedia: user.socialMedia,
  projects: user.projects,
});

/** What users see of themselves; never the password's hash. */
export function toOwnUser(user: UserRecord): OwnUser {
  return {
    ...toPublicUser(user),
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    role: user.role,
    phone: user.phone,
    notifications: user.notifications,
    ...profileOf(user),
    privacy: privacy.parse(user.privacy),
  };
}
