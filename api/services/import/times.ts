import type { ArticleRecord } from '../../db/repositories/articles.ts';
import { DomainError } from '../../errors.ts';
import { readSchedule } from '../articles/read-schedule.ts';
import { FileSkipped } from './report.ts';
import type { ArticleWish } from './wish.ts';

/** When an article appears, in the columns of the database; milliseconds UTC. */
export interface Appearance {
  draft: boolean;
  publishedAt: number | null;
  scheduledAt: number | null;
  deletedAt: number | null;
}

/**
 * Decides when an article appears: a date to come schedules it, a schedule that is over publishes it
 * as of then. What the file does not say stays as it is stored.
 * @throws FileSkipped for a date beyond the window of the schedule
 */
export function decideAppearance(
  wish: ArticleWish,
  stored: ArticleRecord | null,
  now: number,
): Appearance {
  const draft = wish.draft ?? stored?.draft === 1;
  const deletedAt = wish.deletedAt === undefined ? (stored?.deletedAt ?? null) : wish.deletedAt;
  let publishedAt =
    wish.publishedAt === undefined ? (stored?.publishedAt ?? null) : wish.publishedAt;
  let scheduledAt =
    wish.scheduledAt === undefined ? (stored?.scheduledAt ?? null) : wish.scheduledAt;
  if (draft || deletedAt !== null) return { draft, publishedAt, scheduledAt, deletedAt };
  if (wish.scheduledAt === undefined && publishedAt !== null && publishedAt > now) {
    scheduledAt = publishedAt;
    publishedAt = null;
  }
  if (scheduledAt !== null && scheduledAt <= now) {
    publishedAt ??= scheduledAt;
    scheduledAt = null;
  }
  if (scheduledAt === null) publishedAt ??= stored?.publishedAt ?? now;
  else if (scheduledAt !== stored?.scheduledAt) requireWindow(scheduledAt, now);
  return { draft, publishedAt, scheduledAt, deletedAt };
}

/** Whether a date lies further ahead than anything can be scheduled. */
export function isBeyondWindow(at: number, now: number): boolean {
  if (at <= now) return false;
  try {
    requireWindow(at, now);
    return false;
  } catch (error) {
    if (error instanceof FileSkipped) return true;
    throw error;
  }
}

function requireWindow(scheduledAt: number, now: number): void {
  try {
    readSchedule(new Date(scheduledAt).toISOString(), 'UTC', now);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new FileSkipped('Its date is more than 3 months ahead.', { cause: error });
  }
}
