import type { AppContext } from '../../context.ts';
import {
  eraseArticles,
  forgetViewsBefore,
  listBinnedBefore,
  updateArticle,
} from '../../db/repositories/article-writes.ts';
import { findArticleById, listDueArticles } from '../../db/repositories/articles.ts';
import { wishCrossPosts } from '../crosspost/wish.ts';
import { factsOf } from './facts.ts';
import { enqueuePublish } from './publishing.ts';

/** Days a deleted article stays in the bin. */
const BIN_DAYS = 30;
const DAY_MS = 86_400_000;

/** Publishes what is due. Safe to call from several processes and after any pause. */
export async function publishDue(
  context: Pick<AppContext, 'database' | 'clock' | 'publisher'>,
): Promise<number> {
  const now = context.clock();
  let published = 0;
  for (const id of listDueArticles(context.database, now)) {
    const job = await context.database.write((query) => {
      const before = findArticleById(context.database, id);
      if (before?.state !== 'scheduled' || (before.scheduledAt ?? now + 1) > now) return null;
      const facts = factsOf(context.database, before);
      const publishedAt = before.publishedAt ?? before.scheduledAt;
      updateArticle(query, id, before.version, {
        scheduledAt: null,
        scheduleZone: null,
        publishedAt,
      });
      const published = before.publishedAt !== null;
      wishCrossPosts(query, { articleId: id, before, after: {}, published, now });
      return enqueuePublish(context, facts, id, now);
    });
    if (job !== null) published += 1;
  }
  if (published > 0) context.publisher.wake();
  return published;
}

/** Empties the bin of what is older than 30 days, and forgets who viewed what before today. */
export async function sweepArticles(
  context: Pick<AppContext, 'database' | 'clock'>,
): Promise<number> {
  const now = context.clock();
  return context.database.write((query) => {
    const ids = listBinnedBefore(query, now - BIN_DAYS * DAY_MS);
    if (ids.length > 0) eraseArticles(query, ids);
    forgetViewsBefore(query, Math.floor(now / DAY_MS));
    return ids.length;
  });
}
