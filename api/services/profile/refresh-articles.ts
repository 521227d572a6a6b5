import type { AppContext } from '../../context.ts';
import { listArticleIdsOf } from '../../db/repositories/articles.ts';
import { enqueueJob } from '../../db/repositories/jobs.ts';
import { bakeCommentsOf } from '../comments/of-member.ts';

/**
 * Lets every page that shows an article or a comment of this author be made anew, since it shows
 * their name or picture. Nobody waits for it. Belongs in the transaction of the change.
 */
export function refreshArticlesOf(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  userId: number,
): void {
  bakeCommentsOf({ database, clock }, userId);
  const articles = listArticleIdsOf(database, userId);
  if (articles.length === 0) return;
  const tags = articles.flatMap((id) => [`article:${id}`, `card:${id}`]);
  enqueueJob(database, { kind: 'refresh', payload: { tags, paths: [] }, now: clock() });
  enqueueJob(database, { kind: 'share', payload: { articles }, now: clock() });
}
