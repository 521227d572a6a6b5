import type { UserInfo } from '#contracts/user-info.ts';
import type { AppContext } from '../../context.ts';
import { countCartLines } from '../../db/repositories/carts.ts';
import { DomainError } from '../../errors.ts';
import { getGameLikes } from '../games/game-likes.ts';
import { countUnread } from '../notifications/notification-list.ts';
import { getReactions } from '../reactions/reactions.ts';
import { countWaiting } from '../waiting.ts';
import { readOwnUser } from './user-response.ts';

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
    waiting: admin ? countWaiting(context) : null,
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
