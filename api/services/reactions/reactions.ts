import type { Reactions, UserReactionsRequest } from '#contracts/reaction.ts';
import { USER_LIST_MAX } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import {
  countLikes,
  deleteLike,
  deleteSave,
  findReactions,
  insertLike,
  insertSave,
  listReactions,
  setAlerts,
} from '../../db/repositories/reactions.ts';
import { DomainError } from '../../errors.ts';
import { readArticle } from '../articles/reading.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** The row id of an article that readers can read, by its id or slug. @throws DomainError NOT_FOUND */
const idOf = (context: Pick<AppContext, 'database'>, key: string) =>
  readArticle(context, key, false).id;

/** How an article is liked, and what who asks has done with it; null is a guest. */
export function readReactions(
  context: Pick<AppContext, 'database'>,
  key: string,
  userId: number | null,
): Reactions {
  const { database } = context;
  const articleId = idOf(context, key);
  const mine = userId === null ? undefined : findReactions(database, { articleId, userId });
  return {
    totalLikes: countLikes(database, articleId),
    liked: mine?.liked === 1,
    saved: mine?.saved === 1,
    alerts: mine?.alerts === 1,
  };
}

/** Likes an article. @returns how many do @throws DomainError ALREADY_LIKED, NOT_FOUND */
export function like(context: Context, key: string, userId: number): Promise<number> {
  return context.database.write((transaction) => {
    const articleId = idOf(context, key);
    const isNew = insertLike(transaction, { articleId, userId }, context.clock());
    if (!isNew) throw new DomainError('ALREADY_LIKED');
    return countLikes(context.database, articleId);
  });
}

/** Takes a like back, if there is one. @returns how many there are @throws DomainError NOT_FOUND */
export function takeLikeBack(context: Context, key: string, userId: number): Promise<number> {
  return context.database.write((transaction) => {
    const articleId = idOf(context, key);
    deleteLike(transaction, { articleId, userId });
    return countLikes(context.database, articleId);
  });
}

/** Puts an article on the reading list, or takes it off. @throws DomainError NOT_FOUND */
export function save(
  context: Context,
  key: string,
  { userId, saved }: { userId: number; saved: boolean },
): Promise<void> {
  return context.database.write((transaction) => {
    const pair = { articleId: idOf(context, key), userId };
    if (saved) insertSave(transaction, pair, context.clock());
    else deleteSave(transaction, pair);
  });
}

/** Ids of the articles that a member has liked and saved, each the newest first. */
export function readReactionLists({ database }: Pick<AppContext, 'database'>, userId: number) {
  const newest = { userId, limit: USER_LIST_MAX, offset: 0 };
  const idsOf = (list: 'liked' | 'saved') =>
    listReactions(database, list, newest).map(({ publicId }) => publicId);
  return { savedArticles: idsOf('saved'), likedArticles: idsOf('liked') };
}

/** What a member likes, saves and is told of, by the documented call. @throws DomainError NOT_FOUND */
export async function changeReactions(
  context: Context,
  userId: number,
  { savedArticles = [], likedArticles = [], notifications }: UserReactionsRequest,
) {
  const { database, clock } = context;
  await database.write((transaction: Queryable) => {
    const now = clock();
    for (const key of savedArticles) {
      insertSave(transaction, { articleId: idOf(context, key), userId }, now);
    }
    for (const key of likedArticles) {
      insertLike(transaction, { articleId: idOf(context, key), userId }, now);
    }
    if (Array.isArray(notifications)) for (const key of notifications) idOf(context, key);
    const alerts = Array.isArray(notifications) ? notifications.length > 0 : notifications;
    if (alerts !== undefined) setAlerts(transaction, userId, alerts);
  });
  const mine = findReactions(database, { userId, articleId: 0 });
  return {
    ...readReactionLists(context, userId),
    notifications: mine?.alerts === 1,
  };
}
