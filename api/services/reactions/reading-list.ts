import type { ReadingListQuery } from '#contracts/reaction.ts';
import type { AppContext } from '../../context.ts';
import { findSummaries } from '../../db/repositories/articles.ts';
import { countSaved, listSaved } from '../../db/repositories/reactions.ts';
import { toArticleResponse } from '../articles/response.ts';

/** One page of what somebody has saved, newest first. What can no longer be read is left out. */
export function readReadingList(
  { database }: Pick<AppContext, 'database'>,
  userId: number,
  { page, limit }: ReadingListQuery,
) {
  const saved = listSaved(database, { userId, limit, offset: (page - 1) * limit });
  const ids = saved.map(({ articleId }) => articleId);
  const summaries = new Map(findSummaries(database, ids).map((article) => [article.id, article]));
  const articles = saved.flatMap(({ articleId, savedAt }) => {
    const article = summaries.get(articleId);
    return article
      ? [
          {
            ...toArticleResponse(article, { admin: false }),
            savedAt: new Date(savedAt).toISOString(),
          },
        ]
      : [];
  });
  const result = countSaved(database, userId);
  return { articles, result, page, pages: Math.ceil(result / limit) };
}
