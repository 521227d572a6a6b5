import { createHash } from 'node:crypto';
import {
  type ArticleCreate,
  type ArticleResponse,
  type ArticleUpdate,
  articleGenerated,
  toTagSlug,
} from '#contracts/article.ts';
import { crossPostTargets } from '#contracts/cross-post.ts';
import { DAY_MS } from '#contracts/durations.ts';
import type { ArticleFacts, PublishPayload } from '#contracts/job.ts';
import type { RevisionKind } from '#contracts/revision.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Queryable } from '../../db/database.ts';
import {
  type ArticleRecord,
  type ArticleSummary,
  findArticleById,
  findArticleByPublicId,
  listFormerSlugs,
} from '../../db/hot/articles.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { isReadableArticle } from '../../db/hot/published-articles.ts';
import {
  type ArticleColumns,
  insertArticle,
  recordSlugChange,
  updateArticle,
} from '../../db/repositories/articles.ts';
import {
  cancelScheduledPost,
  scheduleCrossPost,
  wakeCrossPosts,
} from '../../db/repositories/cross-posts.ts';
import { startNewsletter } from '../../db/repositories/newsletter.ts';
import { recordUnpublication, startAlert } from '../../db/repositories/notifications.ts';
import { deleteWorkingCopy, findArticleOfEditSession } from '../../db/repositories/revisions.ts';
import { DomainError } from '../../errors.ts';
import { changedFields } from '../changed-fields.ts';
import { createPublicId } from '../identifiers.ts';
import { requestNewsletter } from '../mail/newsletters.ts';
import {
  articleColumnsFrom,
  assertPublishable,
  chooseSlug,
  definedOnly,
  emptyArticle,
  ownerZone,
  parseSchedule,
  renderedColumns,
} from './article-columns.ts';
import { toArticleResponse } from './read-articles.ts';
import { renderMarkdown } from './render-markdown.ts';
import { recordRevision } from './revisions.ts';

export type ArticleContext = Pick<AppContext, 'database' | 'clock' | 'markdown' | 'publisher'>;

/** Saved article, and the job that publishes it (null if no reader can see a difference). */
export interface SavedArticle {
  article: ArticleRecord;
  job: number | null;
}

interface CreateOptions {
  authorId: number;
  requestedAt: number;
  /** For imports: time of the first publication, milliseconds UTC. */
  publishedAt?: number | undefined;
  createdAt?: number | undefined;
  updatedAt?: number | undefined;
  /** Row id of the user who saves it; undefined for imports, which store no revision. */
  userId?: number | undefined;
  /** Id of the editing session that creates it. */
  editSessionId?: string | undefined;
}

/** Creates an article once per editing session; a repeated first save updates it. */
export async function createArticleOnce(
  context: ArticleContext,
  input: ArticleCreate,
  options: CreateOptions & { userId: number },
): Promise<SavedArticle> {
  const { editSessionId, userId } = options;
  const findExisting = () => {
    const id =
      editSessionId === undefined
        ? null
        : findArticleOfEditSession(context.database.query, editSessionId);
    return id === null ? null : findArticleById(context.database, id);
  };
  let existing = findExisting();
  if (!existing) {
    try {
      return await createArticle(context, input, options);
    } catch (error) {
      // A concurrent first save may have been stored while this one was rendered.
      existing = findExisting();
      if (!existing) throw error;
    }
  }
  if (existing.authorId !== userId) throw new DomainError('STATE_CONFLICT');
  return changeArticle(context, existing.publicId, input, { ...options, expectedVersion: null });
}

/** Creates an article; if it is not a draft, its page is published within milliseconds. */
export async function createArticle(
  context: ArticleContext,
  input: ArticleCreate,
  options: CreateOptions,
): Promise<SavedArticle> {
  const draft = input.draft ?? true;
  if (!draft) assertPublishable({ ...emptyArticle, ...definedOnly(input) });
  const rendered = await renderMarkdown(context, input.markdown);
  const now = context.clock();
  const zone = input.scheduledZone ?? ownerZone(context);
  const scheduledAt = input.scheduledDate ? parseSchedule(input.scheduledDate, zone, now) : null;
  const { articleId, job } = await context.database.write((query) => {
    const publicId = createPublicId();
    const row: ArticleColumns = {
      ...articleColumnsFrom(query, input),
      publicId,
      authorId: options.authorId,
      title: input.title,
      markdown: input.markdown,
      ...renderedColumns(rendered),
      slug: chooseSlug(context, input.slug || input.title, publicId, null),
      draft,
      scheduledAt,
      scheduleZone: scheduledAt === null ? null : (input.scheduledZone ?? null),
      publishedAt: draft || scheduledAt !== null ? null : (options.publishedAt ?? now),
      createdAt: options.createdAt ?? now,
      updatedAt: options.updatedAt ?? now,
    };
    const labels = { tags: input.tags ?? [], categories: input.category ?? input.categories ?? [] };
    const id = insertArticle(query, row, labels);
    if (input.newsletter) requestNewsletter(query, { articleId: id, wanted: true, now });
    scheduleCrossPosts(query, { articleId: id, before: null, after: input, published: false, now });
    const { userId, editSessionId } = options;
    const after = userId === undefined ? null : findArticleById(context.database, id);
    if (userId !== undefined && after) {
      const kind = draft ? 'save' : 'publish';
      recordRevision(context, query, { before: null, after, kind, userId, editSessionId, now });
    }
    return { articleId: id, job: enqueuePublish(context, null, id, options.requestedAt) };
  });
  return wakePublisher(context, articleId, job);
}

interface ChangeOptions {
  expectedVersion: number | null;
  requestedAt: number;
  /** Row id of the user; undefined for commands and imports. */
  userId?: number | undefined;
  /** Id of the editing session whose working copy this replaces. */
  editSessionId?: string | undefined;
  /** True if its image was deleted from the media library, so that a live article may lack one. */
  imageIsGone?: boolean;
  /** True to change the article only if it is still a draft, because an autosave publishes nothing. */
  draftOnly?: boolean;
  /** Kind of the revision; by default derived from the change. */
  kind?: RevisionKind | undefined;
}

/**
 * Changes an article.
 * @param expectedVersion version that the caller has seen, or null to change any version
 * @throws DomainError NOT_FOUND, EDIT_CONFLICT with both versions, VALIDATION
 */
export async function changeArticle(
  context: ArticleContext,
  publicId: string,
  input: ArticleUpdate,
  options: ChangeOptions,
): Promise<SavedArticle> {
  const current = findArticleByPublicId(context.database, publicId);
  if (!current) throw new DomainError('NOT_FOUND');
  const rendered =
    input.markdown === undefined ? null : await renderMarkdown(context, input.markdown);
  const now = context.clock();
  const zone = input.scheduledZone ?? ownerZone(context);
  const job = await context.database.write((query) => {
    const before = findArticleByPublicId(context.database, publicId);
    if (!before || before.state === 'deleted') throw new DomainError('NOT_FOUND');
    const version = options.expectedVersion ?? before.version;
    const isTooLate = options.draftOnly === true && before.draft === 0;
    if (version !== before.version || isTooLate) throw new EditConflictError(before);
    const stored = toArticleResponse(context, before, { admin: true });
    const changed = changedFields(input, stored, articleGenerated);
    const draft = input.draft ?? before.draft === 1;
    if (!draft) assertPublishableChange(stored, changed, options);
    const scheduled =
      changed.scheduledDate === undefined ? undefined : (changed.scheduledDate ?? '');
    const scheduledAt =
      scheduled === undefined
        ? before.scheduledAt
        : scheduled === ''
          ? null
          : parseSchedule(scheduled, zone, now);
    const visible = !draft && scheduledAt === null;
    const changes: Partial<ArticleColumns> = {
      ...articleColumnsFrom(query, changed),
      ...(input.title !== undefined && { title: input.title }),
      ...(rendered && { markdown: input.markdown, ...renderedColumns(rendered) }),
      draft,
      scheduledAt,
      // A new time without a zone is in the owner's zone.
      ...(scheduled !== undefined && {
        scheduleZone: scheduledAt === null ? null : (input.scheduledZone ?? null),
      }),
      publishedAt: visible ? (before.publishedAt ?? now) : before.publishedAt,
      updatedAt: now,
    };
    const slug = slugFor(context, before, input);
    if (slug !== before.slug) {
      changes.slug = slug;
      // The slug of an unpublished article needs no redirect.
      if (before.publishedAt !== null) {
        recordSlugChange(query, { articleId: before.id, from: before.slug, to: slug, now });
      }
    }
    const labels = { tags: changed.tags, categories: changed.category ?? changed.categories };
    const facts = getArticleFacts(context.database, before);
    updateArticle(query, before.id, before.version, changes, labels);
    if (input.newsletter !== undefined) {
      requestNewsletter(query, { articleId: before.id, wanted: input.newsletter, now });
    }
    const published = before.publishedAt !== null;
    scheduleCrossPosts(query, { articleId: before.id, before, after: input, published, now });
    const { userId = null, editSessionId, kind = draft ? 'save' : 'publish' } = options;
    const after = findArticleById(context.database, before.id);
    if (after) recordRevision(context, query, { before, after, kind, userId, now });
    if (userId !== null && editSessionId) {
      deleteWorkingCopy(query, { articleId: before.id, userId }, editSessionId);
    }
    return enqueuePublish(context, facts, before.id, options.requestedAt);
  });
  return wakePublisher(context, current.id, job);
}

/**
 * Checks an article that is not a draft after a change. Imported articles may lack a subtitle or an image: they can
 * be corrected and archived, but not scheduled.
 */
function assertPublishableChange(
  stored: ArticleResponse,
  changed: ArticleUpdate,
  { imageIsGone = false }: ChangeOptions,
): void {
  const { images = stored.images } = changed;
  const needsImage = stored.draft || Boolean(changed.scheduledDate) || changed.images === null;
  assertPublishable({
    ...(stored.draft && stored),
    ...definedOnly(changed),
    images: needsImage && !imageIsGone ? images : undefined,
  });
}

/** Returns the slug after a change: the author's, or one from the title while the article is unpublished. */
function slugFor(context: ArticleContext, before: ArticleRecord, input: ArticleUpdate): string {
  if (input.slug === before.slug) return before.slug;
  if (input.slug) return chooseSlug(context, input.slug, before.publicId, before.id);
  const followsTitle =
    before.publishedAt === null &&
    before.slug === chooseSlug(context, before.title, before.publicId, before.id);
  if (input.title === undefined || !followsTitle) return before.slug;
  return chooseSlug(context, input.title, before.publicId, before.id);
}

/** Conflict of two edits, with the stored version for the editor. */
export class EditConflictError extends DomainError {
  readonly theirs: ArticleRecord;

  constructor(theirs: ArticleRecord) {
    super('EDIT_CONFLICT');
    this.theirs = theirs;
  }
}

/** Wakes the publisher after the transaction of a change, and returns the stored article. */
export function wakePublisher(
  context: ArticleContext,
  articleId: number,
  job: number | null,
): SavedArticle {
  if (job !== null) context.publisher.wake(job);
  const article = findArticleById(context.database, articleId);
  if (!article) throw new DomainError('NOT_FOUND');
  return { article, job };
}

/** Maximum age of an article that causes alerts, in milliseconds; imported articles may be old. */
const ALERT_WINDOW_MS = 7 * DAY_MS;

/**
 * Enqueues a publish job unless no reader can see a difference. Call it in the transaction of the change.
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
  if (!isReadableArticle(before) && !isReadableArticle(after)) return null;
  const now = context.clock();
  // Alerts about it would link to a missing page.
  if (!isReadableArticle(after)) recordUnpublication(context.database, articleId, now);
  if (after?.state === 'live') {
    startNewsletter(context.database, articleId, now);
    if ((after.publishedAt ?? 0) > now - ALERT_WINDOW_MS)
      startAlert(context.database, articleId, now);
  }
  wakeCrossPosts(context.database, { articleId, live: after?.state === 'live', now });
  const payload: PublishPayload = { before, after, requestedAt };
  return enqueueJob(context.database, { kind: 'publish', payload, articleId, now });
}

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

/**
 * Schedules cross-posts of an article and cancels deselected ones. Articles that were published before are only
 * posted if a service is newly selected, so an import posts nothing. Call it in the transaction of the change.
 */
export function scheduleCrossPosts(transaction: Queryable, input: ScheduleInput): void {
  const { articleId, before, after, published, now } = input;
  for (const target of crossPostTargets) {
    const ticked = Boolean(before?.[target]);
    const wanted = Boolean(after[target] ?? ticked);
    if (!wanted) {
      if (ticked) cancelScheduledPost(transaction, { articleId, target });
    } else if (!ticked || !published) {
      const row = { publicId: createPublicId(), articleId, target, createdAt: now };
      scheduleCrossPost(transaction, row, { reviveCancelled: !ticked });
    }
  }
}
