import type { AppContext } from '../../context.ts';
import { findArticleById } from '../../db/hot/articles.ts';
import {
  eraseArticles,
  listBinnedBefore,
  purgeViewsBefore,
  updateArticle,
} from '../../db/repositories/article-writes.ts';
import { listDue } from '../../queue/queue.ts';
import { scheduleQueue } from '../../queue/queues.ts';
import { scheduleCrossPosts } from '../crosspost/schedule-posts.ts';
import { getArticleFacts } from './article-facts.ts';
import { enqueuePublish } from './enqueue-publish.ts';

/** Retention of deleted articles, in days. */
const BIN_DAYS = 30;
const DAY_MS = 86_400_000;
/** Articles per call. */
const BATCH = 100;

/** Publishes due articles; several processes may call it at the same time. */
export async function publishDue(
  context: Pick<AppContext, 'database' | 'clock' | 'publisher'>,
): Promise<number> {
  const now = context.clock();
  let published = 0;
  for (const id of listDue(context.database, scheduleQueue, { now, limit: BATCH })) {
    const job = await context.database.write((query) => {
      const before = findArticleById(context.database, id);
      if (before?.state !== 'scheduled' || (before.scheduledAt ?? now + 1) > now) return null;
      const facts = getArticleFacts(context.database, before);
      const publishedAt = before.publishedAt ?? before.scheduledAt;
      updateArticle(query, id, before.version, {
        scheduledAt: null,
        scheduleZone: null,
        publishedAt,
      });
      const published = before.publishedAt !== null;
      scheduleCrossPosts(query, { articleId: id, before, after: {}, published, now });
      return enqueuePublish(context, facts, id, now);
    });
    if (job !== null) published += 1;
  }
  if (published > 0) context.publisher.wake();
  return published;
}

/** Deletes articles after 30 days in the bin, and article views of past days. */
export async function purgeArticles(
  context: Pick<AppContext, 'database' | 'clock'>,
): Promise<number> {
  const now = context.clock();
  return context.database.write((query) => {
    const ids = listBinnedBefore(query, now - BIN_DAYS * DAY_MS);
    if (ids.length > 0) eraseArticles(query, ids);
    purgeViewsBefore(query, Math.floor(now / DAY_MS));
    return ids.length;
  });
}
