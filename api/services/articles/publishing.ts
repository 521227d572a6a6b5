import type { ArticleFacts, PublishPayload } from '#contracts/job.ts';
import type { AppContext } from '../../context.ts';
import { noteTakenBack, startAlert } from '../../db/repositories/article-alerts.ts';
import { findArticleById } from '../../db/repositories/articles.ts';
import { wakeCrossPosts } from '../../db/repositories/cross-posts.ts';
import { enqueueJob } from '../../db/repositories/jobs.ts';
import { startNewsletter } from '../../db/repositories/newsletters.ts';
import { factsOf } from './facts.ts';

/** Milliseconds after its date for which an article is news; imported ones may be years old. */
const NEWS_MS = 7 * 86_400_000;

/**
 * Writes the wish to publish into the outbox, unless no reader could see a difference. Belongs in
 * the transaction of the change.
 * @returns the job, or null
 */
export function enqueuePublish(
  context: Pick<AppContext, 'database' | 'clock'>,
  before: PublishPayload['before'],
  articleId: number,
  requestedAt: number,
): number | null {
  const article = findArticleById(context.database, articleId);
  const after = article && factsOf(context.database, article);
  if (!isReadable(before) && !isReadable(after)) return null;
  const now = context.clock();
  // Whoever was told of it would find nothing.
  if (!isReadable(after)) noteTakenBack(context.database, articleId, now);
  if (after?.state === 'live') {
    startNewsletter(context.database, articleId, now);
    if ((after.publishedAt ?? 0) > now - NEWS_MS) startAlert(context.database, articleId, now);
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
