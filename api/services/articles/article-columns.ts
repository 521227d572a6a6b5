import type { ArticleUpdate } from '#contracts/article.ts';
import { dayAt, instantsOf, scheduleWindow, startOfDay } from '#contracts/zoned-time.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { slugIsTaken } from '../../db/hot/articles.ts';
import { settingOf } from '../../db/hot/site.ts';
import type { ArticleColumns } from '../../db/repositories/articles.ts';
import { findMediaByPublicId } from '../../db/repositories/media.ts';
import { DomainError, fieldError } from '../../errors.ts';
import type { RenderedMarkdown } from '../../markdown/markdown-service.ts';
import { slugFromTitle, uniqueSlug } from '../identifiers.ts';

const requiredToPublish = {
  title: 'An article needs a title.',
  subtitle: 'A published article needs a subtitle.',
  description: 'A published article needs a description.',
  markdown: 'A published article needs some text.',
} as const;

/** Documented message for an article without an image. */
const NO_IMAGE = 'No Image Upload';

export const emptyArticle = {
  title: '',
  subtitle: '',
  description: '',
  markdown: '',
  linkedinContent: '',
  images: null,
};

interface PublishableFields extends Partial<Record<keyof typeof requiredToPublish, string>> {
  linkedin?: boolean | 0 | 1 | undefined;
  linkedinContent?: string | undefined;
  /** Null without an image. */
  images?: object | null | undefined;
}

/**
 * Checks the fields that a published article needs; ignores absent ones.
 * @throws DomainError VALIDATION with a message per empty field
 */
export function assertPublishable(article: PublishableFields): void {
  const fields: Record<string, string> = {};
  for (const name of Object.keys(requiredToPublish) as (keyof typeof requiredToPublish)[]) {
    if (article[name]?.trim() === '') fields[name] = requiredToPublish[name];
  }
  if (article.linkedin && article.linkedinContent?.trim() === '') {
    fields.linkedinContent = 'The LinkedIn post needs some text.';
  }
  if (article.images === null) fields.images = NO_IMAGE;
  const [first] = Object.values(fields);
  if (first) throw new DomainError('VALIDATION', { msg: first, fields });
}

/** Returns the object without undefined members. */
export function definedOnly<Type extends object>(value: Type): Partial<Type> {
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== undefined),
  ) as Partial<Type>;
}

export function renderedColumns(rendered: RenderedMarkdown) {
  return { html: rendered.html, toc: rendered.toc, words: rendered.words };
}

/** Returns the columns that creation and update share. */
export function articleColumnsFrom(query: Queryable, input: ArticleUpdate) {
  const archived = input.archived ?? input.archive;
  const series = input.series === undefined ? undefined : input.series || null;
  return definedOnly({
    subtitle: input.subtitle,
    description: input.description,
    language: input.language,
    imageAlt: input.imageAlt,
    linkedin: input.linkedin,
    dev: input.dev,
    medium: input.medium,
    linkedinContent: input.linkedinContent,
    archived,
    ...(series !== undefined && seriesColumns(series)),
    mediaId: input.images === undefined ? undefined : findImage(query, input.images),
  });
}

export function seriesColumns(
  series: string | null,
): Pick<ArticleColumns, 'series' | 'seriesSlug'> {
  return { series, seriesSlug: series === null ? null : slugFromTitle(series) || null };
}

function findImage(query: Queryable, images: ArticleUpdate['images']): number | null {
  if (!images) return null;
  const media = findMediaByPublicId(query, images.public_id);
  if (media) return media.id;
  const msg = 'This image is no longer in the media library.';
  throw fieldError('images', msg);
}

/** Returns a free slug similar to a title or the author's slug. */
export function chooseSlug(
  context: Pick<AppContext, 'database'>,
  text: string,
  publicId: string,
  articleId: number | null,
): string {
  const slug = slugFromTitle(text) || `article-${publicId}`;
  return uniqueSlug(slug, (candidate) => slugIsTaken(context.database, candidate, articleId));
}

/** Returns the owner's time zone, or the machine's. */
export function ownerZone(context: Pick<AppContext, 'database'>): string {
  return settingOf(context.database, 'timezone');
}

/**
 * Parses a schedule: a day in the zone, a local time (the first of two when clocks go back), or an instant.
 * @returns milliseconds UTC, or null for today and the past, which publish now
 * @throws DomainError VALIDATION beyond three months, and for a time that clocks skip
 */
export function parseSchedule(value: string, zone: string, now: number): number | null {
  const at = instantOf(value, zone);
  if (at === undefined) {
    rejectSchedule(
      `Clocks go forward on this day, so ${value.slice(11, 16)} does not exist in ${zone}.`,
    );
  }
  if (at <= now || dayAt(at, zone) <= dayAt(now, zone)) return null;
  if (dayAt(at, zone) > scheduleWindow(now, zone).last) {
    rejectSchedule('The schedule date can be at most 3 months ahead.');
  }
  return at;
}

function instantOf(value: string, zone: string): number | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return startOfDay(value, zone);
  const isLocalTime = !/(Z|[+-]\d{2}:?\d{2})$/i.test(value.slice(10));
  return isLocalTime ? instantsOf(value, zone)[0] : Date.parse(value);
}

function rejectSchedule(msg: string): never {
  throw fieldError('scheduledDate', msg);
}
