import type { ArticleRecord } from '../../db/hot/articles.ts';
import { DomainError } from '../../errors.ts';
import { parseSchedule } from '../articles/read-schedule.ts';
import { FileSkippedError } from './import-result.ts';
import type { ArticleInput } from './parse-article.ts';

/** State and times of an article, in milliseconds UTC. */
export interface PublicationState {
  draft: boolean;
  publishedAt: number | null;
  scheduledAt: number | null;
  deletedAt: number | null;
}

/**
 * Decides state and times of an article: future dates schedule it, past schedules publish it as of
 * then.
 * Omitted fields keep their stored values.
 * @throws FileSkippedError for a date beyond the scheduling window
 */
export function decidePublicationState(
  input: ArticleInput,
  stored: ArticleRecord | null,
  now: number,
): PublicationState {
  const draft = input.draft ?? stored?.draft === 1;
  const deletedAt = input.deletedAt === undefined ? (stored?.deletedAt ?? null) : input.deletedAt;
  let publishedAt =
    input.publishedAt === undefined ? (stored?.publishedAt ?? null) : input.publishedAt;
  let scheduledAt =
    input.scheduledAt === undefined ? (stored?.scheduledAt ?? null) : input.scheduledAt;
  if (draft || deletedAt !== null) return { draft, publishedAt, scheduledAt, deletedAt };
  if (input.scheduledAt === undefined && publishedAt !== null && publishedAt > now) {
    scheduledAt = publishedAt;
    publishedAt = null;
  }
  if (scheduledAt !== null && scheduledAt <= now) {
    publishedAt ??= scheduledAt;
    scheduledAt = null;
  }
  if (scheduledAt === null) publishedAt ??= stored?.publishedAt ?? now;
  else if (scheduledAt !== stored?.scheduledAt) assertWithinWindow(scheduledAt, now);
  return { draft, publishedAt, scheduledAt, deletedAt };
}

/** True if a date is beyond the scheduling window. */
export function isBeyondWindow(at: number, now: number): boolean {
  if (at <= now) return false;
  try {
    assertWithinWindow(at, now);
    return false;
  } catch (error) {
    if (error instanceof FileSkippedError) return true;
    throw error;
  }
}

function assertWithinWindow(scheduledAt: number, now: number): void {
  try {
    parseSchedule(new Date(scheduledAt).toISOString(), 'UTC', now);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new FileSkippedError('The date is more than 3 months ahead.', { cause: error });
  }
}
