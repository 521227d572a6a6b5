import type { AppContext } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import {
  type ArticleRecord,
  findArticleById,
  findArticleByPublicId,
  findArticleBySlug,
  findFormerSlug,
  listFormerSlugs,
  slugIsTaken,
} from '../../db/hot/articles.ts';
import {
  type ArticleColumns,
  type ArticleLabels,
  findArticleOfSource,
  listSourcesOf,
} from '../../db/repositories/articles.ts';
import { DomainError } from '../../errors.ts';
import { parseSchedule, seriesColumns } from '../articles/article-columns.ts';
import { slugFromTitle, uniqueSlug } from '../identifiers.ts';
import { FileSkippedError } from './import-result.ts';
import type { ArticleInput } from './parse-article.ts';

/** Target of an imported file: an existing article or a free slug. */
export type ArticleMatch =
  | { article: ArticleRecord; by: 'id' | 'slug' | 'source' }
  | { article: null; slug: string; publicId: string | null };

/** Slugs in our own form are kept, because `-2` after a long slug would be cut off. */
const ownSlug = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u;
const SLUG_MAX = 80;

/** Returns the slug of an imported article, from its slug or title. */
export function getSlug(input: ArticleInput): string {
  const requestedSlug = input.slug?.normalize('NFC') ?? '';
  if (ownSlug.test(requestedSlug) && requestedSlug.length <= SLUG_MAX) return requestedSlug;
  return slugFromTitle(requestedSlug) || slugFromTitle(input.title) || 'article';
}

/**
 * Finds the article of a file by id or slug.
 * Files with the same title get one article each, and the same one when imported again.
 * @param claimed row ids of articles that other files of this import have
 */
function findArticleOfFile(
  database: Database,
  input: ArticleInput,
  claimed: ReadonlySet<number>,
): ArticleMatch {
  const byId =
    input.publicId === undefined ? null : findArticleByPublicId(database, input.publicId);
  if (byId && !claimed.has(byId.id)) return { article: byId, by: 'id' };
  const base = getSlug(input);
  const candidates: ArticleRecord[] = [];
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    const found = findArticleBySlug(database, slug);
    if (found) {
      const alike = number === 1 || found.title === input.title;
      if (alike && !claimed.has(found.id)) candidates.push(found);
    } else if (slugIsTaken(database, slug, null)) {
      const moved = findArticleByFormerSlug(database, slug);
      if (moved?.title === input.title && !claimed.has(moved.id)) candidates.push(moved);
    } else {
      const same = candidates.find((article) => article.markdown === input.markdown);
      const article = same ?? candidates[0];
      if (article) return { article, by: 'slug' };
      const free =
        input.publicId !== undefined && !byId && !slugIsTaken(database, input.publicId, null);
      return { article: null, slug, publicId: free ? (input.publicId ?? null) : null };
    }
  }
}

function findArticleByFormerSlug(database: Database, slug: string): ArticleRecord | null {
  const id = findFormerSlug(database, slug);
  return id === null ? null : findArticleById(database, id);
}

const temporary = /-temp-slug-\d+$/;

/**
 * Finds the article of a post from another platform: the one imported before, else one with the same slug and title.
 * An article that was imported from another post does not match.
 */
export function findArticleOfPost(
  database: Database,
  input: ArticleInput,
  claimed: ReadonlySet<number>,
): ArticleMatch {
  const source = input.source ?? '';
  const id = findArticleOfSource(database, source);
  const bySource = id === undefined ? null : findArticleById(database, id);
  if (bySource) return { article: bySource, by: 'source' };
  const slugBase = getSlug(input);
  const sameSlug = findArticleBySlug(database, slugBase);
  const platform = source.split(':', 1)[0];
  if (sameSlug && sameSlug.title === input.title && !claimed.has(sameSlug.id)) {
    const sources = listSourcesOf(database, sameSlug.id).filter((name) =>
      name.startsWith(`${platform}:`),
    );
    // A dev.to draft gets its permanent URL when it is published.
    if (sources.some((name) => temporary.test(name))) return { article: sameSlug, by: 'source' };
    if (sources.length === 0) return { article: sameSlug, by: 'slug' };
  }
  const slug = uniqueSlug(slugBase, (candidate) => slugIsTaken(database, candidate, null));
  return { article: null, slug, publicId: null };
}

/** Finds the article of a file or post. */
export function findMatch(
  database: Database,
  input: ArticleInput,
  claimed: ReadonlySet<number>,
): ArticleMatch {
  const match = input.source === undefined ? findArticleOfFile : findArticleOfPost;
  return match(database, input, claimed);
}

/** Changes that make a stored article match its file. */
export interface ArticleDifferences {
  columns: Partial<ArticleColumns>;
  labels: ArticleLabels;
  formerSlugs: { slug: string; since: number | null }[];
}

const flags = ['linkedin', 'dev', 'medium', 'archived'] as const;

const texts = ['subtitle', 'description', 'language', 'imageAlt', 'linkedinContent'] as const;

const times = ['publishedAt', 'scheduledAt', 'deletedAt'] as const;

/** State and times of an article, in milliseconds UTC. */
interface PublicationState {
  draft: boolean;
  publishedAt: number | null;
  scheduledAt: number | null;
  deletedAt: number | null;
}

type PlanContext = Pick<AppContext, 'database' | 'clock'>;

/**
 * Plans the changes to an existing article.
 * @param authorId row id of the author that the file names, or null
 * @returns null if nothing changes
 * @throws FileSkippedError if the article is in the bin, or newer than the file without `force`
 */
export function planUpdate(
  context: PlanContext,
  stored: ArticleRecord,
  input: ArticleInput,
  options: { existing: 'update' | 'keep'; force: boolean; authorId: number | null },
): ArticleDifferences | null {
  if (options.existing === 'keep') return null;
  if (stored.state === 'deleted' && input.deletedAt === undefined) {
    throw new FileSkippedError('The article is in the bin. Restore it or empty the bin first.');
  }
  const now = context.clock();
  const publication = decidePublicationState(input, stored, now);
  const former = listFormerSlugs(context.database, stored.id);
  const plan = diffArticle(stored, input, publication, former, options.authorId);
  const slug = getNewSlug(context, stored, input);
  if (slug !== null) plan.columns.slug = slug;
  if (isEmpty(plan)) return null;
  const { updatedAt = stored.updatedAt } = input;
  if (updatedAt < stored.updatedAt && !options.force) {
    throw new FileSkippedError(
      'The article has been edited here since the export. Use FORCE=1 to overwrite it.',
    );
  }
  plan.columns.updatedAt = updatedAt > stored.updatedAt ? updatedAt : now;
  return plan;
}

/** Returns the new slug if the file carries the article's id; otherwise the slug was used to find it. */
function getNewSlug(
  context: PlanContext,
  stored: ArticleRecord,
  input: ArticleInput,
): string | null {
  if (input.publicId !== stored.publicId || !input.slug) return null;
  const slug = getSlug(input);
  if (slug === stored.slug || slugIsTaken(context.database, slug, stored.id)) return null;
  return slug;
}

/**
 * Decides state and times of an article: future dates schedule it, past schedules publish it as of then. Omitted
 * fields keep their stored values.
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

function isEmpty(differences: ArticleDifferences): boolean {
  const { columns, labels, formerSlugs } = differences;
  return [columns, labels, formerSlugs].every((part) => Object.keys(part).length === 0);
}

/** Compares a stored article with its file; fields that the file omits stay unchanged. */
function diffArticle(
  stored: ArticleRecord,
  input: ArticleInput,
  publication: PublicationState,
  formerSlugs: string[],
  authorId: number | null,
): ArticleDifferences {
  const columns: Partial<ArticleColumns> = {};
  if (!input.titleIsInferred && input.title !== stored.title) columns.title = input.title;
  if (input.markdown !== stored.markdown) columns.markdown = input.markdown;
  for (const name of texts) {
    const value = input[name];
    if (value !== undefined && value !== stored[name]) columns[name] = value;
  }
  for (const name of flags) {
    const value = input[name];
    if (value !== undefined && value !== (stored[name] === 1)) columns[name] = value;
  }
  for (const name of times)
    if (publication[name] !== stored[name]) columns[name] = publication[name];
  if (publication.draft !== (stored.draft === 1)) columns.draft = publication.draft;
  if (input.series !== undefined && input.series !== stored.series) {
    Object.assign(columns, seriesColumns(input.series));
  }
  if (input.media !== undefined && (input.media?.fileName ?? null) !== stored.mediaFile) {
    columns.mediaId = input.media?.id ?? null;
  }
  if (input.createdAt !== undefined && input.createdAt !== stored.createdAt) {
    columns.createdAt = input.createdAt;
  }
  if (authorId !== null && authorId !== stored.authorId) columns.authorId = authorId;
  const existingSlugs = new Set([stored.slug, ...formerSlugs]);
  return {
    columns,
    labels: labelDifferences(stored, input),
    formerSlugs: (input.formerSlugs ?? []).filter((former) => !existingSlugs.has(former.slug)),
  };
}

function labelDifferences(stored: ArticleRecord, input: ArticleInput): ArticleLabels {
  const labels: ArticleLabels = {};
  if (input.tags && !areSameLabels(input.tags, stored.tags)) labels.tags = input.tags;
  if (input.categories && !areSameLabels(input.categories, stored.categories)) {
    labels.categories = input.categories;
  }
  return labels;
}

/** Compares labels case-insensitively. */
function areSameLabels(one: string[], other: string[]): boolean {
  const spelled = (list: string[]) => JSON.stringify(list.map((entry) => entry.toLowerCase()));
  return spelled(one) === spelled(other);
}
