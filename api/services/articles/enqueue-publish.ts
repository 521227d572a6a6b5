import type { ArticleFacts, PublishPayload } from '#contracts/job.ts';
import type { AppContext } from '../../context.ts';
import { findArticleById } from '../../db/hot/articles.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { recordUnpublication, startAlert } from '../../db/repositories/article-alerts.ts';
import { wakeCrossPosts } from '../../db/repositories/cross-posts.ts';
import { startNewsletter } from '../../db/repositories/newsletters.ts';
import { getArticleFacts } from './article-facts.ts';

/** Maximum age of an article that causes alerts, in milliseconds; imported articles may be old. */
const ALERT_WINDOW_MS = 7 * 86_400_000;

/**
 * Enqueues a publish job unless no reader can see a difference.
 * Call it in the transaction of the change.
 * @returns the job, or null
 */
export function enqueuePublish(
  context: Pick<AppContext, 'database' | 'clock'>,
  before: PublishPayload['before'],
  articleId: number,
  requestedAt: number,
): number | null {
  const article = findArticleById(context.database, articleId);
  const after = article && getArticleFacts(context.database, article);
  if (!isReadable(before) && !isReadable(after)) return null;
  const now = context.clock();
  // Alerts about it would link to a missing page.
  if (!isReadable(after)) recordUnpublication(context.database, articleId, now);
  if (after?.state === 'live') {
    startNewsletter(context.database, articleId, now);
    if ((after.publishedAt ?? 0) > now - ALERT_WINDOW_MS)
      startAlert(context.database, articleId, now);
  }
  wakeCrossPosts(context.database, { articleId, live: after?.state === 'live', now });
  const payload: PublishPayload = { before, after, requestedAt };
  return enqueueJob(context.database, {
    kind: 'publish',
    payload,
    articleId,
    now,
  });
}

const isReadable = (facts: ArticleFacts | null) =>
  facts?.state === 'live' || facts?.state === 'archived';
