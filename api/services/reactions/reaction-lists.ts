import type { ArticleResponse } from '#contracts/article.ts';
import type { ReactionListQuery } from '#contracts/reaction.ts';
import type { AppContext } from '../../context.ts';
import { findSummaries } from '../../db/hot/articles.ts';
import {
  countReactions,
  listReactions,
  type ReactionList,
} from '../../db/repositories/reactions.ts';
import { toArticleResponses } from '../articles/article-response.ts';

type Context = Pick<AppContext, 'database'>;

/** Returns one page of a member's saved articles, newest first. Omits unreadable articles. */
export function getReadingList(context: Context, userId: number, query: ReactionListQuery) {
  return getReactionPage(context, 'saved', userId, query, (article, savedAt) => ({
    ...article,
    savedAt,
  }));
}

/** Returns one page of a member's liked articles, newest first. Omits unreadable articles. */
export function getLikedArticles(context: Context, userId: number, query: ReactionListQuery) {
  return getReactionPage(context, 'liked', userId, query, (article, likedAt) => ({
    ...article,
    likedAt,
  }));
}

function getReactionPage<Entry>(
  context: Context,
  list: ReactionList,
  userId: number,
  { page, limit }: ReactionListQuery,
  toEntry: (article: ArticleResponse, at: string) => Entry,
) {
  const { database } = context;
  const rows = listReactions(database, list, { userId, limit, offset: (page - 1) * limit });
  const summaries = findSummaries(
    database,
    rows.map(({ articleId }) => articleId),
  );
  const articles = toArticleResponses(context, summaries, { admin: false });
  const byId = new Map(articles.map((article) => [article._id, article]));
  const entries = rows.flatMap(({ publicId, at }) => {
    const article = byId.get(publicId);
    return article ? [toEntry(article, new Date(at).toISOString())] : [];
  });
  const result = countReactions(database, list, userId);
  return { articles: entries, result, page, pages: Math.ceil(result / limit) };
}
