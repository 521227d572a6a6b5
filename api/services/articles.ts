import type {
  ArticleCreate,
  ArticleListQuery,
  ArticleState,
  ArticleUpdate,
} from '#contracts/article.ts';
import {
  ARTICLES_PER_PAGE_MAX,
  articleStates,
  MARKDOWN_MAX_BYTES,
  TITLE_SEARCH_MAX,
} from '#contracts/article.ts';
import type { PublishPayload } from '#contracts/job.ts';
import type { AppContext } from '../context.ts';
import type { Queryable } from '../db/client.ts';
import {
  type ArticleColumns,
  countView,
  eraseArticles,
  forgetViewsBefore,
  insertArticle,
  listBinnedBefore,
  recordSlugChange,
  updateArticle,
} from '../db/repositories/article-writes.ts';
import {
  type ArticleRecord,
  type ArticleSummary,
  countArticles,
  findArticleById,
  findArticleByPublicId,
  findArticleBySlug,
  findTaxonomy,
  listArticles,
  slugIsTaken,
} from '../db/repositories/articles.ts';
import { enqueueJob } from '../db/repositories/jobs.ts';
import { findMediaByPublicId, readMediaSizes } from '../db/repositories/media.ts';
import { readSetting } from '../db/repositories/settings.ts';
import { DomainError } from '../errors.ts';
import { MarkdownError, type RenderedMarkdown } from '../markdown/markdown-service.ts';
import { factsOf } from './article-facts.ts';
import { createPublicId } from './public-id.ts';
import { readSchedule } from './schedule.ts';
import { slugFromTitle, uniqueSlug } from './slug.ts';

/** Days a deleted article stays in the bin. */
const BIN_DAYS = 30;
const DAY_MS = 86_400_000;

type ArticleContext = Pick<AppContext, 'database' | 'clock' | 'markdown' | 'publisher'>;

/** A change that is stored, and the job that brings it to the readers (null when nobody sees it). */
export interface ArticleChange {
  article: ArticleRecord;
  job: number | null;
}

/** Renders markdown exactly as a save does; images get the sizes they have in the store. */
export async function renderMarkdown(
  context: Pick<AppContext, 'database' | 'markdown'>,
  markdown: string,
): Promise<RenderedMarkdown> {
  if (Buffer.byteLength(markdown) > MARKDOWN_MAX_BYTES) throw new DomainError('MARKDOWN_TOO_LARGE');
  const addresses = [...new Set(markdown.match(/\/media\/[\w.-]+/g) ?? [])];
  const images = readMediaSizes(context.database.query, addresses);
  try {
    return await context.markdown.render(markdown, { images });
  } catch (error) {
    if (error instanceof MarkdownError) {
      throw new DomainError(error.code, { msg: error.message, cause: error });
    }
    throw error;
  }
}

/** Articles of one list page. Guests get live ones, whatever they ask for. */
export function listPage(
  context: Pick<AppContext, 'database'>,
  query: ArticleListQuery,
  admin: boolean,
): { articles: ArticleSummary[]; result: number; page: number; pages: number } {
  const search = query['title[regex]'] ?? query.title;
  const filter = {
    states: admin ? statesOf(query.state) : (['live'] satisfies ArticleState[]),
    author: query.author,
    tag: query.tag,
    category: query.category,
    title: search === undefined ? undefined : [...search].slice(0, TITLE_SEARCH_MAX).join(''),
  };
  const limit = Math.min(query.limit, ARTICLES_PER_PAGE_MAX);
  const articles = listArticles(context.database, filter, {
    sort: query.sort,
    limit,
    offset: (query.page - 1) * limit,
  });
  const result = countArticles(context.database, filter);
  return { articles, result, page: query.page, pages: Math.ceil(result / limit) };
}

function statesOf(wish: ArticleListQuery['state']): ArticleState[] {
  return wish === 'all' ? articleStates.filter((state) => state !== 'deleted') : [wish];
}

/**
 * One article by its id or slug. Guests find live and archived ones only, and cannot tell a draft
 * from nothing.
 * @throws DomainError NOT_FOUND
 */
export function readArticle(
  context: Pick<AppContext, 'database'>,
  key: string,
  admin: boolean,
): ArticleRecord {
  const article =
    findArticleByPublicId(context.database, key) ?? findArticleBySlug(context.database, key);
  const readable = article && (admin || article.state === 'live' || article.state === 'archived');
  if (!readable) throw new DomainError('NOT_FOUND');
  return article;
}

interface CreateOptions {
  authorId: number;
  requestedAt: number;
  /** For imports: when it was first published and last touched, milliseconds UTC. */
  publishedAt?: number | undefined;
  createdAt?: number | undefined;
  updatedAt?: number | undefined;
}

/** Stores a new article; when it is not a draft, its page follows within milliseconds. */
export async function createArticle(
  context: ArticleContext,
  wish: ArticleCreate,
  options: CreateOptions,
): Promise<ArticleChange> {
  const draft = wish.draft ?? true;
  if (!draft) requirePublishable({ ...wish });
  const rendered = await renderMarkdown(context, wish.markdown);
  const now = context.clock();
  const zone = ownerZone(context);
  const scheduledAt = wish.scheduledDate ? readSchedule(wish.scheduledDate, zone, now) : null;
  const id = await context.database.write((query) => {
    const publicId = createPublicId();
    const row: ArticleColumns = {
      ...columnsFrom(context, query, wish),
      publicId,
      authorId: options.authorId,
      title: wish.title,
      markdown: wish.markdown,
      ...renderedColumns(rendered),
      slug: chooseSlug(context, wish.slug || wish.title, publicId, null),
      draft,
      scheduledAt,
      publishedAt: draft || scheduledAt !== null ? null : (options.publishedAt ?? now),
      createdAt: options.createdAt ?? now,
      updatedAt: options.updatedAt ?? now,
    };
    const labels = { tags: wish.tags ?? [], categories: wish.category ?? wish.categories ?? [] };
    const articleId = insertArticle(query, row, labels);
    return { articleId, job: enqueuePublish(context, query, null, articleId, options.requestedAt) };
  });
  return settle(context, id.articleId, id.job);
}

/**
 * Changes an article.
 * @param expectedVersion version the caller has seen, or null to change whatever is there
 * @throws DomainError NOT_FOUND, EDIT_CONFLICT with both versions, VALIDATION
 */
export async function changeArticle(
  context: ArticleContext,
  publicId: string,
  wish: ArticleUpdate,
  options: { expectedVersion: number | null; requestedAt: number },
): Promise<ArticleChange> {
  const seen = findArticleByPublicId(context.database, publicId);
  if (!seen) throw new DomainError('NOT_FOUND');
  const rendered =
    wish.markdown === undefined || wish.markdown === seen.markdown
      ? null
      : await renderMarkdown(context, wish.markdown);
  const now = context.clock();
  const zone = ownerZone(context);
  const scheduled = wish.scheduledDate === undefined ? undefined : (wish.scheduledDate ?? '');
  const job = await context.database.write((query) => {
    const before = findArticleByPublicId(context.database, publicId);
    if (!before || before.state === 'deleted') throw new DomainError('NOT_FOUND');
    const version = options.expectedVersion ?? before.version;
    if (version !== before.version) throw new EditConflict(before);
    const draft = wish.draft ?? before.draft === 1;
    if (!draft) requirePublishable({ ...before, ...definedOnly(wish) });
    const scheduledAt =
      scheduled === undefined
        ? before.scheduledAt
        : scheduled === ''
          ? null
          : readSchedule(scheduled, zone, now);
    const visible = !draft && scheduledAt === null;
    const changes: Partial<ArticleColumns> = {
      ...columnsFrom(context, query, wish),
      ...(wish.title !== undefined && { title: wish.title }),
      ...(rendered && { markdown: wish.markdown, ...renderedColumns(rendered) }),
      draft,
      scheduledAt,
      publishedAt: visible ? (before.publishedAt ?? now) : before.publishedAt,
      updatedAt: now,
    };
    if (wish.slug !== undefined && wish.slug !== '') {
      const slug = chooseSlug(context, wish.slug, publicId, before.id);
      if (slug !== before.slug) {
        changes.slug = slug;
        recordSlugChange(query, { articleId: before.id, from: before.slug, to: slug, now });
      }
    }
    const labels = { tags: wish.tags, categories: wish.category ?? wish.categories };
    const facts = factsOf(context.database, before);
    updateArticle(query, before.id, before.version, changes, labels);
    return enqueuePublish(context, query, facts, before.id, options.requestedAt);
  });
  return settle(context, seen.id, job);
}

/** Puts an article into the bin, where it stays for 30 days. */
export function deleteArticle(
  context: ArticleContext,
  publicId: string,
  requestedAt: number,
): Promise<ArticleChange> {
  return moveToBin(context, publicId, requestedAt, true);
}

/** Takes an article out of the bin, as it was. */
export function restoreArticle(
  context: ArticleContext,
  publicId: string,
  requestedAt: number,
): Promise<ArticleChange> {
  return moveToBin(context, publicId, requestedAt, false);
}

async function moveToBin(
  context: ArticleContext,
  publicId: string,
  requestedAt: number,
  binned: boolean,
): Promise<ArticleChange> {
  const { id, job } = await context.database.write((query) => {
    const before = findArticleByPublicId(context.database, publicId);
    if (!before || (before.state === 'deleted') === binned) throw new DomainError('NOT_FOUND');
    const facts = factsOf(context.database, before);
    const deletedAt = binned ? context.clock() : null;
    updateArticle(query, before.id, before.version, { deletedAt });
    return { id: before.id, job: enqueuePublish(context, query, facts, before.id, requestedAt) };
  });
  return settle(context, id, job);
}

/** Counts one view per reader and day. `reader` must not lead back to a person. */
export async function viewArticle(
  context: Pick<AppContext, 'database' | 'clock'>,
  key: string,
  reader: string,
): Promise<ArticleRecord> {
  const article = readArticle(context, key, false);
  const day = Math.floor(context.clock() / DAY_MS);
  await context.database.write((query) => countView(query, { articleId: article.id, day, reader }));
  return readArticle(context, key, false);
}

/** Publishes what is due. Safe to call from several processes and after any pause. */
export async function publishDue(context: ArticleContext): Promise<number> {
  const now = context.clock();
  const due = context.database.raw
    .prepare<[number], { id: number }>(
      'SELECT id FROM articles WHERE scheduled_at <= ? AND draft = 0 AND deleted_at IS NULL',
    )
    .all(now);
  let published = 0;
  for (const { id } of due) {
    const job = await context.database.write((query) => {
      const before = findArticleById(context.database, id);
      if (before?.state !== 'scheduled' || (before.scheduledAt ?? now + 1) > now) return null;
      const facts = factsOf(context.database, before);
      const publishedAt = before.publishedAt ?? before.scheduledAt;
      updateArticle(query, id, before.version, { scheduledAt: null, publishedAt });
      return enqueuePublish(context, query, facts, id, now);
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

/** The second of two edits: carries what is stored now, so that the editor can show both. */
export class EditConflict extends DomainError {
  readonly theirs: ArticleRecord;

  constructor(theirs: ArticleRecord) {
    super('EDIT_CONFLICT');
    this.theirs = theirs;
  }
}

const requiredToPublish = {
  title: 'An article needs a title.',
  subtitle: 'A published article needs a subtitle.',
  description: 'A published article needs a description.',
  markdown: 'A published article needs some text.',
} as const;

function requirePublishable(article: object): void {
  const given = article as Record<string, unknown>;
  const fields: Record<string, string> = {};
  for (const [name, sentence] of Object.entries(requiredToPublish)) {
    if (String(given[name] ?? '').trim() === '') fields[name] = sentence;
  }
  if (given.linkedin && String(given.linkedinContent ?? '').trim() === '') {
    fields.linkedinContent = 'The LinkedIn post needs some text.';
  }
  const [first] = Object.values(fields);
  if (first) throw new DomainError('VALIDATION', { msg: first, fields });
}

function definedOnly<Type extends object>(value: Type): Partial<Type> {
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== undefined),
  ) as Partial<Type>;
}

function renderedColumns(rendered: RenderedMarkdown) {
  return { html: rendered.html, toc: rendered.toc, words: rendered.words };
}

/** The plain columns that create and update share. */
function columnsFrom(context: ArticleContext, query: Queryable, wish: ArticleUpdate) {
  const archived = wish.archived ?? wish.archive;
  const series = wish.series === undefined ? undefined : wish.series || null;
  return definedOnly({
    subtitle: wish.subtitle,
    description: wish.description,
    language: wish.language,
    imageAlt: wish.imageAlt,
    linkedin: wish.linkedin,
    dev: wish.dev,
    medium: wish.medium,
    linkedinContent: wish.linkedinContent,
    archived,
    series,
    seriesSlug: series === undefined ? undefined : series === null ? null : seriesSlugOf(series),
    mediaId: wish.images === undefined ? undefined : findImage(query, wish.images),
  });
}

function seriesSlugOf(series: string): string | null {
  return slugFromTitle(series) || null;
}

function findImage(query: Queryable, images: ArticleUpdate['images']): number | null {
  if (!images) return null;
  const media = findMediaByPublicId(query, images.public_id);
  if (media) return media.id;
  const msg = 'This image is not in the store any more.';
  throw new DomainError('VALIDATION', { msg, fields: { images: msg } });
}

function chooseSlug(
  context: ArticleContext,
  wish: string,
  publicId: string,
  articleId: number | null,
): string {
  const slug = slugFromTitle(wish) || `article-${publicId}`;
  return uniqueSlug(slug, (candidate) => slugIsTaken(context.database, candidate, articleId));
}

/** Writes the wish to publish into the outbox, unless no reader could see a difference. */
function enqueuePublish(
  context: ArticleContext,
  query: Queryable,
  before: PublishPayload['before'],
  articleId: number,
  requestedAt: number,
): number | null {
  const article = findArticleById(context.database, articleId);
  const after = article && factsOf(context.database, article);
  const visible = [before, after].some(
    (facts) => facts?.state === 'live' || facts?.state === 'archived',
  );
  if (!visible) return null;
  const payload: PublishPayload = { before, after, requestedAt };
  return enqueueJob(context.database, {
    kind: 'publish',
    payload,
    articleId,
    now: context.clock(),
  });
}

function settle(context: ArticleContext, articleId: number, job: number | null): ArticleChange {
  if (job !== null) context.publisher.wake(job);
  const article = findArticleById(context.database, articleId);
  if (!article) throw new DomainError('NOT_FOUND');
  return { article, job };
}

/** The zone that decides when a day begins: a setting, else the machine's. */
function ownerZone(context: Pick<AppContext, 'database'>): string {
  const zone = readSetting(context.database.query, 'timezone');
  return typeof zone === 'string' ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Names in use, for the editor's suggestions. */
export function readTaxonomy(context: Pick<AppContext, 'database'>) {
  return findTaxonomy(context.database);
}
