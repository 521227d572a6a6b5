import type { ArticleState } from '#contracts/article.ts';
import {
  type OwnUser,
  type PublicUser,
  privacy,
  ROLE_ADMIN,
  USER_LIST_MAX,
  type UserInfo,
} from '#contracts/user.ts';
import { type AppContext, iso } from '../../context.ts';
import { listNewestIdsBy } from '../../db/hot/articles.ts';
import { countCartLines } from '../../db/repositories/carts.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { getCartLines } from '../cart/cart.ts';
import { getGameLikes } from '../games/games.ts';
import { countUnread } from '../notifications/notification-list.ts';
import { countPending } from '../overview/overview.ts';
import { getReactionLists, getReactions } from '../reactions/reactions.ts';

type Context = Pick<AppContext, 'config' | 'database'>;

/** @throws DomainError NOT_SIGNED_IN if the user has just been suspended or deleted */
export function readOwnUser(context: Context, userId: number): OwnUser {
  const user = findActiveUser(context.database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  return toOwnUser(context, user);
}

export function toPublicUser(user: UserRecord): PublicUser {
  return {
    _id: user.publicId,
    id: user.publicId,
    name: user.name,
    avatar: user.avatar,
    title: user.title,
    bio: user.bio,
    createdAt: iso(user.createdAt),
  };
}

/** Returns the further fields of a profile. */
export const profileOf = (user: UserRecord) => ({
  location: user.location,
  work: user.work,
  education: user.education,
  skills: user.skills,
  websites: user.websites,
  socialMedia: user.socialMedia,
  projects: user.projects,
});

/** Lists the ids of the newest articles of an author. */
export const readArticlesBy = ({ database }: Context, userId: number, states: ArticleState[]) =>
  listNewestIdsBy(database, { userId, states, limit: USER_LIST_MAX });

/** Returns the private lists of a user. The articles of an admin include unpublished ones. */
export function readUserLists(context: Context, user: UserRecord) {
  const unpublished: ArticleState[] = user.role === ROLE_ADMIN ? ['draft', 'scheduled'] : [];
  return {
    articles: readArticlesBy(context, user.id, ['live', 'archived', ...unpublished]),
    ...getReactionLists(context, user.id),
    cart: getCartLines(context, user.id),
  };
}

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

/** Returns everything personal that a page shows. @param article id or slug of the page's article */
export function getUserInfo(
  context: AppContext,
  { userId, admin }: { userId: number; admin: boolean },
  article?: string,
): UserInfo {
  return {
    users: readOwnUser(context, userId),
    unreadNotifications: countUnread(context, userId),
    cartCount: countCartLines(context.database, userId),
    likedGames: getGameLikes(context, userId),
    reactions: article === undefined ? null : findReactionsTo(context, article, userId),
    waiting: admin ? countPending(context) : null,
  };
}

/** Returns null if there is no such article, so that the rest of the page is still served. */
function findReactionsTo(context: AppContext, article: string, userId: number) {
  try {
    return getReactions(context, article, userId);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
