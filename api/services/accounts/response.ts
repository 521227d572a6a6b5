import type { ArticleState } from '#contracts/article.ts';
import {
  type OwnUser,
  type PublicUser,
  privacy,
  ROLE_ADMIN,
  USER_LIST_MAX,
} from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import { listNewestIdsBy } from '../../db/repositories/articles.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { readCartLines } from '../cart/cart.ts';
import { readReactionLists } from '../reactions/reactions.ts';

type Context = Pick<AppContext, 'config' | 'database'>;

/** @throws DomainError NOT_SIGNED_IN when the user has just been suspended or deleted */
export function readOwnUser(context: Context, userId: number): OwnUser {
  const user = findActiveUser(context.database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  return toOwnUser(context, user);
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

/** The articles that others find by this author. */
export const readArticlesBy = ({ database }: Context, userId: number, states: ArticleState[]) =>
  listNewestIdsBy(database, { userId, states, limit: USER_LIST_MAX });

/** The lists that users see of themselves alone. An admin's articles include what is not published. */
export function readUserLists(context: Context, user: UserRecord) {
  const unpublished: ArticleState[] = user.role === ROLE_ADMIN ? ['draft', 'scheduled'] : [];
  return {
    articles: readArticlesBy(context, user.id, ['live', 'archived', ...unpublished]),
    ...readReactionLists(context, user.id),
    cart: readCartLines(context, user.id),
  };
}

/** What users see of themselves; never the password's hash. */
export function toOwnUser(context: Context, user: UserRecord): OwnUser {
  return {
    ...toPublicUser(user),
    ...readUserLists(context, user),
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    role: user.role,
    phone: user.phone,
    notifications: user.notifications,
    ...profileOf(user),
    privacy: privacy.parse(user.privacy),
  };
}
