import {
  type ArticleCreate,
  type ArticleResponse,
  type ArticleUpdate,
  articleGenerated,
} from '#contracts/article.ts';
import type { RevisionKind } from '#contracts/revision.ts';
import type { AppContext } from '../../context.ts';
import {
  type ArticleColumns,
  insertArticle,
  recordSlugChange,
  updateArticle,
} from '../../db/repositories/article-writes.ts';
import {
  type ArticleRecord,
  findArticleById,
  findArticleByPublicId,
} from '../../db/repositories/articles.ts';
import { deleteCopy, findArticleOfSitting } from '../../db/repositories/revisions.ts';
import { DomainError } from '../../errors.ts';
import { changedFields } from '../changed-fields.ts';
import { wishCrossPosts } from '../crosspost/wish.ts';
import { wishNewsletter } from '../mail/newsletters.ts';
import {
  chooseSlug,
  columnsFrom,
  definedOnly,
  nothingYet,
  ownerZone,
  renderedColumns,
  requirePublishable,
} from './columns.ts';
import { factsOf } from './facts.ts';
import { createPublicId } from './public-id.ts';
import { enqueuePublish } from './publishing.ts';
import { readSchedule } from './read-schedule.ts';
import { toArticleResponse } from './response.ts';
import { recordRevision } from './revisions.ts';
import { renderMarkdown } from './text.ts';

type ArticleContext = Pick<AppContext, 'database' | 'clock' | 'markdown' | 'publisher'>;

/** A change that is stored, and the job that brings it to the readers (null when nobody sees it). */
export interface ArticleChange {
  article: ArticleRecord;
  job: number | null;
}

interface CreateOptions {
  authorId: number;
  requestedAt: number;
  /** For imports: when it was first published and last touched, milliseconds UTC. */
  publishedAt?: number | undefined;
  createdAt?: number | undefined;
  updatedAt?: number | undefined;
  /** For people: who saves it, row id. Imports begin without a revision. */
  userId?: number | undefined;
  /** The sitting at an editor that makes it. */
  sitting?: string | undefined;
}

/**
 * Stores a new article, once for each sitting: when the answer to the first save was lost, the next
 * one changes what the first has made.
 */
export async function createArticleOnce(
  context: ArticleContext,
  wish: ArticleCreate,
  options: CreateOptions & { userId: number },
): Promise<ArticleChange> {
  const { sitting, userId } = options;
  const findMade = () => {
    const id = sitting === undefined ? null : findArticleOfSitting(context.database.query, sitting);
    return id === null ? null : findArticleById(context.database, id);
  };
  let made = findMade();
  if (!made) {
    try {
      return await createArticle(context, wish, options);
    } catch (error) {
      // The first save may have arrived a moment ago, while this one was rendered.
      made = findMade();
      if (!made) throw error;
    }
  }
  if (made.authorId !== userId) throw new DomainError('STATE_CONFLICT');
  return changeArticle(context, made.publicId, wish, { ...options, expectedVersion: null });
}

/** Stores a new article; when it is not a draft, its page follows within milliseconds. */
export async function createArticle(
  context: ArticleContext,
  wish: ArticleCreate,
  options: CreateOptions,
): Promise<ArticleChange> {
  const draft = wish.draft ?? true;
  if (!draft) requirePublishable({ ...nothingYet, ...definedOnly(wish) });
  const rendered = await renderMarkdown(context, wish.markdown);
  const now = context.clock();
  const zone = wish.scheduledZone ?? ownerZone(context);
  const scheduledAt = wish.scheduledDate ? readSchedule(wish.scheduledDate, zone, now) : null;
  const id = await context.database.write((query) => {
    const publicId = createPublicId();
    const row: ArticleColumns = {
      ...columnsFrom(query, wish),
      publicId,
      authorId: options.authorId,
      title: wish.title,
      markdown: wish.markdown,
      ...renderedColumns(rendered),
      slug: chooseSlug(context, wish.slug || wish.title, publicId, null),
      draft,
      scheduledAt,
      scheduleZone: scheduledAt === null ? null : (wish.scheduledZone ?? null),
      publishedAt: draft || scheduledAt !== null ? null : (options.publishedAt ?? now),
      createdAt: options.createdAt ?? now,
      updatedAt: options.updatedAt ?? now,
    };
    const labels = { tags: wish.tags ?? [], categories: wish.category ?? wish.categories ?? [] };
    const articleId = insertArticle(query, row, labels);
    if (wish.newsletter) wishNewsletter(query, { articleId, wanted: true, now });
    wishCrossPosts(query, { articleId, before: null, after: wish, published: false, now });
    const { userId, sitting } = options;
    const after = userId === undefined ? null : findArticleById(context.database, articleId);
    if (userId !== undefined && after) {
      const kind = draft ? 'save' : 'publish';
      recordRevision(context, query, { before: null, after, kind, userId, sitting, now });
    }
    return { articleId, job: enqueuePublish(context, null, articleId, options.requestedAt) };
  });
  return settle(context, id.articleId, id.job);
}

interface ChangeOptions {
  expectedVersion: number | null;
  requestedAt: number;
  /** Who changes it, row id; nobody for commands and imports. */
  userId?: number | undefined;
  /** The sitting at an editor whose unsaved work this takes the place of. */
  sitting?: string | undefined;
  /** True if its image was deleted from the store, so that it has to do without. */
  imageIsGone?: boolean;
  /** What the revision is called; by itself what the change makes of the article. */
  kind?: RevisionKind | undefined;
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
  options: ChangeOptions,
): Promise<ArticleChange> {
  const seen = findArticleByPublicId(context.database, publicId);
  if (!seen) throw new DomainError('NOT_FOUND');
  const rendered =
    wish.markdown === undefined ? null : await renderMarkdown(context, wish.markdown);
  const now = context.clock();
  const zone = wish.scheduledZone ?? ownerZone(context);
  const job = await context.database.write((query) => {
    const before = findArticleByPublicId(context.database, publicId);
    if (!before || before.state === 'deleted') throw new DomainError('NOT_FOUND');
    const version = options.expectedVersion ?? before.version;
    if (version !== before.version) throw new EditConflict(before);
    const stored = toArticleResponse(context, before, { admin: true });
    const changed = changedFields(wish, stored, articleGenerated);
    const draft = wish.draft ?? before.draft === 1;
    if (!draft) requirePublishableChange(stored, changed, options);
    const scheduled =
      changed.scheduledDate === undefined ? undefined : (changed.scheduledDate ?? '');
    const scheduledAt =
      scheduled === undefined
        ? before.scheduledAt
        : scheduled === ''
          ? null
          : readSchedule(scheduled, zone, now);
    const visible = !draft && scheduledAt === null;
    const changes: Partial<ArticleColumns> = {
      ...columnsFrom(query, changed),
      ...(wish.title !== undefined && { title: wish.title }),
      ...(rendered && { markdown: wish.markdown, ...renderedColumns(rendered) }),
      draft,
      scheduledAt,
      // Whoever says a new time without a zone means the owner's.
      ...(scheduled !== undefined && {
        scheduleZone: scheduledAt === null ? null : (wish.scheduledZone ?? null),
      }),
      publishedAt: visible ? (before.publishedAt ?? now) : before.publishedAt,
      updatedAt: now,
    };
    const slug = slugFor(context, before, wish);
    if (slug !== before.slug) {
      changes.slug = slug;
      // An address nobody could have seen needs no redirect.
      if (before.publishedAt !== null) {
        recordSlugChange(query, { articleId: before.id, from: before.slug, to: slug, now });
      }
    }
    const labels = { tags: changed.tags, categories: changed.category ?? changed.categories };
    const facts = factsOf(context.database, before);
    updateArticle(query, before.id, before.version, changes, labels);
    if (wish.newsletter !== undefined) {
      wishNewsletter(query, { articleId: before.id, wanted: wish.newsletter, now });
    }
    const published = before.publishedAt !== null;
    wishCrossPosts(query, { articleId: before.id, before, after: wish, published, now });
    const { userId = null, sitting, kind = draft ? 'save' : 'publish' } = options;
    const after = findArticleById(context.database, before.id);
    if (after) recordRevision(context, query, { before, after, kind, userId, now });
    if (userId !== null && sitting) {
      deleteCopy(query, { articleId: before.id, userId }, sitting);
    }
    return enqueuePublish(context, facts, before.id, options.requestedAt);
  });
  return settle(context, seen.id, job);
}

/**
 * Checks an article that is not a draft after a change. An import may have brought it without a
 * subtitle or an image: then it can still be corrected and archived, but not scheduled anew.
 */
function requirePublishableChange(
  stored: ArticleResponse,
  changed: ArticleUpdate,
  { imageIsGone = false }: ChangeOptions,
): void {
  const { images = stored.images } = changed;
  const needsImage = stored.draft || Boolean(changed.scheduledDate) || changed.images === null;
  requirePublishable({
    ...(stored.draft && stored),
    ...definedOnly(changed),
    images: needsImage && !imageIsGone ? images : undefined,
  });
}

/** The address after a change: the author's wish, or the title's while nobody has seen it. */
function slugFor(context: ArticleContext, before: ArticleRecord, wish: ArticleUpdate): string {
  if (wish.slug === before.slug) return before.slug;
  if (wish.slug) return chooseSlug(context, wish.slug, before.publicId, before.id);
  const followsTitle =
    before.publishedAt === null &&
    before.slug === chooseSlug(context, before.title, before.publicId, before.id);
  if (wish.title === undefined || !followsTitle) return before.slug;
  return chooseSlug(context, wish.title, before.publicId, before.id);
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
    return { id: before.id, job: enqueuePublish(context, facts, before.id, requestedAt) };
  });
  return settle(context, id, job);
}

/** The second of two edits: carries what is stored now, so that the editor can show both. */
export class EditConflict extends DomainError {
  readonly theirs: ArticleRecord;

  constructor(theirs: ArticleRecord) {
    super('EDIT_CONFLICT');
    this.theirs = theirs;
  }
}

function settle(context: ArticleContext, articleId: number, job: number | null): ArticleChange {
  if (job !== null) context.publisher.wake(job);
  const article = findArticleById(context.database, articleId);
  if (!article) throw new DomainError('NOT_FOUND');
  return { article, job };
}
