import {
  CALENDAR_PUBLISHED_MAX,
  type CalendarEntry,
  type CalendarQuery,
  type CalendarResponse,
} from '#contracts/calendar.ts';
import { DAY_MS, utcDayOf } from '#contracts/durations.ts';
import { type AppContext, iso } from '../../context.ts';
import { findArticleById, findArticleByPublicId } from '../../db/hot/articles.ts';
import {
  type CalendarRow,
  eraseArticles,
  listBinnedBefore,
  listPublished,
  listScheduledBetween,
  purgeArticleViewsBefore,
  updateArticle,
} from '../../db/repositories/articles.ts';
import { DomainError } from '../../errors.ts';
import { listDue } from '../../queue/queue.ts';
import { scheduleQueue } from '../../queue/queues.ts';
import { ownerZone } from './article-columns.ts';
import {
  type ArticleContext,
  enqueuePublish,
  getArticleFacts,
  type SavedArticle,
  scheduleCrossPosts,
  wakePublisher,
} from './articles.ts';

/** Retention of deleted articles, in days. */
const BIN_DAYS = 30;

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
      const wasPublished = before.publishedAt !== null;
      const change = { articleId: id, before, after: {}, published: wasPublished, now };
      scheduleCrossPosts(query, change);
      return enqueuePublish(context, facts, id, now);
    });
    if (job !== null) published += 1;
  }
  if (published > 0) context.publisher.wake();
  return published;
}

/** Moves an article to the bin for 30 days. */
export function deleteArticle(
  context: ArticleContext,
  publicId: string,
  requestedAt: number,
): Promise<SavedArticle> {
  return moveToBin(context, publicId, requestedAt, true);
}

export function restoreArticle(
  context: ArticleContext,
  publicId: string,
  requestedAt: number,
): Promise<SavedArticle> {
  return moveToBin(context, publicId, requestedAt, false);
}

async function moveToBin(
  context: ArticleContext,
  publicId: string,
  requestedAt: number,
  binned: boolean,
): Promise<SavedArticle> {
  const { id, job } = await context.database.write((query) => {
    const before = findArticleByPublicId(context.database, publicId);
    if (!before || (before.state === 'deleted') === binned) throw new DomainError('NOT_FOUND');
    const facts = getArticleFacts(context.database, before);
    const deletedAt = binned ? context.clock() : null;
    updateArticle(query, before.id, before.version, { deletedAt });
    return { id: before.id, job: enqueuePublish(context, facts, before.id, requestedAt) };
  });
  return wakePublisher(context, id, job);
}

/** Deletes articles after 30 days in the bin, and article views of past days. */
export async function purgeArticles(
  context: Pick<AppContext, 'database' | 'clock'>,
): Promise<number> {
  const now = context.clock();
  return context.database.write((query) => {
    const ids = listBinnedBefore(query, now - BIN_DAYS * DAY_MS);
    if (ids.length > 0) eraseArticles(query, ids);
    purgeArticleViewsBefore(query, utcDayOf(now));
    return ids.length;
  });
}

/** Returns the scheduled and published articles of a period. */
export function getCalendar(
  { database }: Pick<AppContext, 'database'>,
  { from, to }: CalendarQuery,
): CalendarResponse {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  const published = listPublished(database, { ...range, limit: CALENDAR_PUBLISHED_MAX });
  return {
    scheduled: listScheduledBetween(database, range).map(toEntry),
    published: published.reverse().map(toEntry),
    zone: ownerZone({ database }),
  };
}

function toEntry({ publicId, at, newsletter, ...row }: CalendarRow): CalendarEntry {
  return { ...row, _id: publicId, at: iso(at), newsletter };
}
