import type { AppContext } from '../../context.ts';
import { listArticleIdsOf } from '../../db/hot/articles.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { enqueueMemberCommentRendering } from '../comments/member-comments.ts';

/**
 * Enqueues rendering of all pages that show the author's name or picture.
 * Call it in the transaction of the change.
 */
export function refreshAuthorPages(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  userId: number,
): void {
  enqueueMemberCommentRendering({ database, clock }, userId);
  const articles = listArticleIdsOf(database, userId);
  if (articles.length === 0) return;
  const tags = articles.flatMap((id) => [`article:${id}`, `card:${id}`]);
  enqueueJob(database, { kind: 'refresh', payload: { tags, paths: [] }, now: clock() });
  enqueueJob(database, { kind: 'share', payload: { articles }, now: clock() });
}
