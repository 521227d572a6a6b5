import { createHash } from 'node:crypto';
import { toTagSlug } from '#contracts/article.ts';
import {
  CALENDAR_PUBLISHED_MAX,
  type CalendarEntry,
  type CalendarQuery,
  type CalendarResponse,
} from '#contracts/calendar.ts';
import { crossPostTargets } from '#contracts/cross-post.ts';
import { DAY_MS } from '#contracts/durations.ts';
import type { ArticleFacts, PublishPayload } from '#contracts/job.ts';
import { dayAt, instantsOf, scheduleWindow, startOfDay } from '#contracts/zoned-time.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { type ArticleSummary, findArticleById, listFormerSlugs } from '../../db/hot/articles.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import {
  type CalendarRow,
  eraseArticles,
  listBinnedBefore,
  listPublished,
  listScheduledBetween,
  purgeViewsBefore,
  updateArticle,
} from '../../db/repositories/articles.ts';
import { cancelPlanned, planCrossPost, wakeCrossPosts } from '../../db/repositories/cross-posts.ts';
import { startNewsletter } from '../../db/repositories/newsletter.ts';
import { recordUnpublication, startAlert } from '../../db/repositories/notifications.ts';
import { fieldError } from '../../errors.ts';
import { listDue } from '../../queue/queue.ts';
import { scheduleQueue } from '../../queue/queues.ts';
import { createPublicId } from '../identifiers.ts';
import { ownerZone } from './article-columns.ts';

/** Selected services of an article; the database stores 0 and 1. */
interface SelectedTargets {
  linkedin?: boolean | 0 | 1 | undefined;
  dev?: boolean | 0 | 1 | undefined;
  medium?: boolean | 0 | 1 | undefined;
}

interface ScheduleInput {
  articleId: number;
  /** Previous selection, or null for a new article. */
  before: SelectedTargets | null;
  /** New selection; undefined values are unchanged. */
  after: SelectedTargets;
  /** True if the article was published before, as in most imports. */
  published: boolean;
  now: number;
}

/** Retention of deleted articles, in days. */
const BIN_DAYS = 30;

/** Articles per call. */
const BATCH = 100;

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

/** Returns the properties of an article that the publisher compares before and after a change. */
export function getArticleFacts(database: Database, article: ArticleSummary): ArticleFacts {
  return {
    id: article.id,
    publicId: article.publicId,
    slug: article.slug,
    formerSlugs: listFormerSlugs(database, article.id),
    state: article.state,
    publishedAt: article.publishedAt,
    tags: article.tags,
    categories: [...new Set(article.categories.map(toTagSlug))].filter((slug) => slug !== ''),
    seriesSlug: article.seriesSlug,
    card: fingerprintCard(article),
  };
}

function fingerprintCard(article: ArticleSummary): string {
  const shown = [
    article.title,
    article.subtitle,
    article.description,
    article.words,
    article.language,
    article.tags,
    article.categories,
    article.series,
    article.mediaFile,
    article.imageAlt,
    article.authorName,
    article.authorAvatar,
  ];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);
}

/**
 * Parses a schedule: a day in the zone, a local time (the first of two when clocks go back), or an
 * instant.
 * @returns milliseconds UTC, or null for today and the past, which publish now
 * @throws DomainError VALIDATION beyond three months, and for a time that clocks skip
 */
export function parseSchedule(value: string, zone: string, now: number): number | null {
  const at = instantOf(value, zone);
  if (at === undefined) {
    refuse(`Clocks go forward on this day, so ${value.slice(11, 16)} does not exist in ${zone}.`);
  }
  if (at <= now || dayAt(at, zone) <= dayAt(now, zone)) return null;
  if (dayAt(at, zone) > scheduleWindow(now, zone).last) {
    refuse('The schedule date can be at most 3 months ahead.');
  }
  return at;
}

function instantOf(value: string, zone: string): number | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return startOfDay(value, zone);
  const isClock = !/(Z|[+-]\d{2}:?\d{2})$/i.test(value.slice(10));
  return isClock ? instantsOf(value, zone)[0] : Date.parse(value);
}

function refuse(msg: string): never {
  throw fieldError('scheduledDate', msg);
}

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

/**
 * Schedules cross-posts of an article and cancels deselected ones.
 * Articles that were published before are only posted if a service is newly selected, so an import
 * posts nothing.
 * Call it in the transaction of the change.
 */
export function scheduleCrossPosts(transaction: Queryable, input: ScheduleInput): void {
  const { articleId, before, after, published, now } = input;
  for (const target of crossPostTargets) {
    const ticked = Boolean(before?.[target]);
    const wanted = Boolean(after[target] ?? ticked);
    if (!wanted) {
      if (ticked) cancelPlanned(transaction, { articleId, target });
    } else if (!ticked || !published) {
      const row = { publicId: createPublicId(), articleId, target, createdAt: now };
      planCrossPost(transaction, row, { again: !ticked });
    }
  }
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
  return {
    ...row,
    _id: publicId,
    at: new Date(at).toISOString(),
    newsletter,
  };
}
