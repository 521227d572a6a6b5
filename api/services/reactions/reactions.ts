import type { ArticleResponse } from '#contracts/article.ts';
import { paginate } from '#contracts/fields.ts';
import type { ReactionListQuery, Reactions, UserReactionsRequest } from '#contracts/reaction.ts';
import { USER_LIST_MAX } from '#contracts/user.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { findSummaries } from '../../db/hot/articles.ts';
import {
  countLikes,
  countReactions,
  deleteLike,
  deleteSave,
  findReactions,
  insertLike,
  insertSave,
  listReactions,
  type ReactionList,
  setAlerts,
} from '../../db/repositories/reactions.ts';
import { DomainError } from '../../errors.ts';
import { getArticle, toArticleResponses } from '../articles/read-articles.ts';

type DatabaseContext = Pick<AppContext, 'database'>;

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Returns the row id of a readable article by its id or slug. @throws DomainError NOT_FOUND */
const getReadableArticleId = (context: Pick<AppContext, 'database'>, key: string) =>
  getArticle(context, key, false).id;

/** Returns the likes of an article and the user's own reactions; null is a guest. */
export function getReactions(
  context: Pick<AppContext, 'database'>,
  key: string,
  userId: number | null,
): Reactions {
  const { database } = context;
  const articleId = getReadableArticleId(context, key);
  const own = userId === null ? undefined : findReactions(database, { articleId, userId });
  return {
    totalLikes: countLikes(database, articleId),
    liked: own?.liked ?? false,
    saved: own?.saved ?? false,
    alerts: own?.alerts ?? false,
  };
}

/** Likes an article. @returns the number of likes @throws DomainError ALREADY_LIKED, NOT_FOUND */
export function likeArticle(context: Context, key: string, userId: number): Promise<number> {
  return context.database.write((transaction) => {
    const articleId = getReadableArticleId(context, key);
    const isNew = insertLike(transaction, { articleId, userId }, context.clock());
    if (!isNew) throw new DomainError('ALREADY_LIKED');
    return countLikes(context.database, articleId);
  });
}

/** Removes a like, if there is one. @returns the number of likes @throws DomainError NOT_FOUND */
export function unlikeArticle(context: Context, key: string, userId: number): Promise<number> {
  return context.database.write((transaction) => {
    const articleId = getReadableArticleId(context, key);
    deleteLike(transaction, { articleId, userId });
    return countLikes(context.database, articleId);
  });
}

/** Adds an article to the reading list or removes it. @throws DomainError NOT_FOUND */
export function setSaved(
  context: Context,
  key: string,
  { userId, saved }: { userId: number; saved: boolean },
): Promise<void> {
  return context.database.write((transaction) => {
    const pair = { articleId: getReadableArticleId(context, key), userId };
    if (saved) insertSave(transaction, pair, context.clock());
    else deleteSave(transaction, pair);
  });
}

/** Returns the ids of the articles that a member has liked and saved, newest first. */
export function getReactionLists({ database }: Pick<AppContext, 'database'>, userId: number) {
  const newest = { userId, limit: USER_LIST_MAX, offset: 0 };
  const idsOf = (list: 'liked' | 'saved') =>
    listReactions(database, list, newest).map(({ publicId }) => publicId);
  return { savedArticles: idsOf('saved'), likedArticles: idsOf('liked') };
}

/** Adds likes and saves and sets alerts, for the documented request. @throws DomainError NOT_FOUND */
export async function updateReactions(
  context: Context,
  userId: number,
  { savedArticles = [], likedArticles = [], notifications }: UserReactionsRequest,
) {
  const { database, clock } = context;
  await database.write((transaction: Queryable) => {
    const now = clock();
    for (const key of savedArticles) {
      insertSave(transaction, { articleId: getReadableArticleId(context, key), userId }, now);
    }
    for (const key of likedArticles) {
      insertLike(transaction, { articleId: getReadableArticleId(context, key), userId }, now);
    }
    if (Array.isArray(notifications))
      for (const key of notifications) getReadableArticleId(context, key);
    const alerts = Array.isArray(notifications) ? notifications.length > 0 : notifications;
    if (alerts !== undefined) setAlerts(transaction, userId, alerts);
  });
  const own = findReactions(database, { userId, articleId: 0 });
  return { ...getReactionLists(context, userId), notifications: own?.alerts ?? false };
}

/** Returns one page of a member's saved articles, newest first. Omits unreadable articles. */
export function getReadingList(context: DatabaseContext, userId: number, query: ReactionListQuery) {
  return getReactionPage(context, 'saved', userId, query, (article, savedAt) => ({
    ...article,
    savedAt,
  }));
}

/** Returns one page of a member's liked articles, newest first. Omits unreadable articles. */
export function getLikedArticles(
  context: DatabaseContext,
  userId: number,
  query: ReactionListQuery,
) {
  return getReactionPage(context, 'liked', userId, query, (article, likedAt) => ({
    ...article,
    likedAt,
  }));
}

function getReactionPage<Entry>(
  context: DatabaseContext,
  list: ReactionList,
  userId: number,
  query: ReactionListQuery,
  toEntry: (article: ArticleResponse, at: string) => Entry,
) {
  const { database } = context;
  const { rows, pageInfo } = paginate(query, countReactions(database, list, userId));
  const reactions = listReactions(database, list, { userId, ...rows });
  const summaries = findSummaries(
    database,
    reactions.map(({ articleId }) => articleId),
  );
  const articles = toArticleResponses(context, summaries, { admin: false });
  const byId = new Map(articles.map((article) => [article._id, article]));
  const entries = reactions.flatMap(({ publicId, at }) => {
    const article = byId.get(publicId);
    return article ? [toEntry(article, iso(at))] : [];
  });
  return { articles: entries, ...pageInfo };
}
