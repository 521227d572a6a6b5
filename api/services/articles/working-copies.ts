import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languageTag, toTagSlug } from '#contracts/article.ts';
import { PAGE_PREVIEW_PATH, type PagePreviewRequest } from '#contracts/draft.ts';
import {
  type AutosaveRequest,
  WORKING_COPIES_MAX,
  type WorkingCopyResponse,
} from '#contracts/revision.ts';
import { type AppContext, iso } from '../../context.ts';
import {
  type ArticleRecord,
  findArticleById,
  findArticleByPublicId,
} from '../../db/hot/articles.ts';
import { findMediaByPublicId } from '../../db/repositories/media.ts';
import {
  deleteWorkingCopy,
  listWorkingCopyRows,
  writeWorkingCopy,
} from '../../db/repositories/revisions.ts';
import { findUserById } from '../../db/repositories/users.ts';
import type { StoredFields } from '../../db/schema/articles.ts';
import { DomainError, hasErrorCode } from '../../errors.ts';
import { slugFromTitle } from '../identifiers.ts';
import { definedOnly, ownerZone, parseSchedule, seriesColumns } from './article-columns.ts';
import { changeArticle, EditConflictError } from './articles.ts';
import { previewMarkdown } from './render-markdown.ts';
import { fieldsOf, toRevisionFields } from './revisions.ts';

/** Retention of a preview, in milliseconds. */
const PREVIEW_MS = 600_000;

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown' | 'publisher'>;

// Stored in files, because another process of the site may receive the request.
const folderOf = ({ config }: Pick<Context, 'config'>) =>
  path.join(config.dataFolder, 'page-previews');

type AutosaveContext = Pick<AppContext, 'database' | 'clock' | 'markdown' | 'publisher'>;

interface Options {
  /** Version of the article on which it was written. */
  expectedVersion: number | null;
  userId: number;
  editSessionId: string;
  requestedAt: number;
}

/**
 * Saves unsaved work: in the article if it is a draft, otherwise as a working copy.
 * @returns the draft, or null for a working copy
 * @throws DomainError NOT_FOUND, EDIT_CONFLICT, VALIDATION
 */
export async function autosaveArticle(
  context: AutosaveContext,
  publicId: string,
  { restored, ...input }: AutosaveRequest,
  options: Options,
): Promise<ArticleRecord | null> {
  const current = findArticleByPublicId(context.database, publicId);
  if (!current || current.state === 'deleted') throw new DomainError('NOT_FOUND');
  if (current.draft === 0) {
    await storeWorkingCopy(context, current.id, input, options);
    return null;
  }
  const { article } = await changeArticle(context, publicId, input, {
    ...options,
    draftOnly: true,
    kind: restored ? 'restore' : 'autosave',
  });
  return article;
}

async function storeWorkingCopy(
  context: AutosaveContext,
  articleId: number,
  input: Omit<AutosaveRequest, 'restored'>,
  { expectedVersion, userId, editSessionId }: Options,
): Promise<void> {
  const now = context.clock();
  await context.database.write((query) => {
    const article = findArticleById(context.database, articleId);
    if (!article) throw new DomainError('NOT_FOUND');
    const version = expectedVersion ?? article.version;
    if (version !== article.version) throw new EditConflictError(article);
    const fields = { ...fieldsOf(article), ...inputFields(context, input, now) };
    const owner = { articleId: article.id, userId };
    writeWorkingCopy(query, {
      ...owner,
      editSession: editSessionId,
      version,
      savedAt: now,
      fields,
    });
    for (const old of listWorkingCopyRows(query, owner).slice(WORKING_COPIES_MAX)) {
      deleteWorkingCopy(query, owner, old.editSession);
    }
  });
}

function inputFields(
  context: Pick<AppContext, 'database'>,
  input: Omit<AutosaveRequest, 'restored'>,
  now: number,
): Partial<StoredFields> {
  const { scheduledDate, images, series } = input;
  const zone = input.scheduledZone ?? ownerZone(context);
  return definedOnly({
    title: input.title,
    subtitle: input.subtitle,
    description: input.description,
    markdown: input.markdown,
    language: input.language,
    categories: input.category ?? input.categories,
    tags: input.tags,
    series: series === undefined ? undefined : series || null,
    slug: input.slug || undefined,
    image: images === undefined ? undefined : (images?.public_id ?? null),
    imageAlt: input.imageAlt,
    linkedin: input.linkedin,
    dev: input.dev,
    medium: input.medium,
    linkedinContent: input.linkedinContent,
    newsletter: input.newsletter,
    scheduledAt:
      scheduledDate === undefined
        ? undefined
        : scheduledDate
          ? parseSchedule(scheduledDate, zone, now)
          : null,
    scheduleZone: scheduledDate === undefined ? undefined : (input.scheduledZone ?? null),
  });
}

/** Returns a user's working copies of an article, newest first. @throws DomainError NOT_FOUND */
export function listWorkingCopies(
  { database }: Pick<AppContext, 'database'>,
  publicId: string,
  userId: number,
): WorkingCopyResponse[] {
  const article = findArticleByPublicId(database, publicId);
  if (!article) throw new DomainError('NOT_FOUND');
  return listWorkingCopyRows(database.query, { articleId: article.id, userId }).map((copy) => ({
    editSessionId: copy.editSession,
    version: copy.version,
    savedAt: iso(copy.savedAt),
    fields: toRevisionFields(database.query, copy.fields),
  }));
}

/** Deletes a working copy, if there is one. @throws DomainError NOT_FOUND */
export async function discardWorkingCopy(
  { database }: Pick<AppContext, 'database'>,
  publicId: string,
  { userId, editSessionId }: { userId: number; editSessionId: string },
): Promise<void> {
  const article = findArticleByPublicId(database, publicId);
  if (!article) throw new DomainError('NOT_FOUND');
  await database.write((query) =>
    deleteWorkingCopy(query, { articleId: article.id, userId }, editSessionId),
  );
}

/**
 * Renders the page of an article in the editor with the renderer of published pages.
 * @returns the URL of the preview for the next ten minutes
 * @throws DomainError BUSY before the first release, MARKDOWN_TOO_LARGE and others
 */
export async function createPagePreview(
  context: Context,
  request: PagePreviewRequest,
  authorId: number,
): Promise<string> {
  const document = await renderPage(context, request, authorId);
  if (!document) throw new DomainError('BUSY', { retryAfter: 1 });
  const folder = folderOf(context);
  await mkdir(folder, { recursive: true });
  await purgeOldPreviews(folder, context.clock());
  const name = randomBytes(16).toString('hex');
  await writeFile(path.join(folder, name), document);
  return `${PAGE_PREVIEW_PATH}/${name}`;
}

/** Returns a preview. @throws DomainError NOT_FOUND */
export async function getPagePreview(
  context: Pick<Context, 'config'>,
  name: string,
): Promise<Buffer> {
  try {
    return await readFile(path.join(folderOf(context), name));
  } catch (cause) {
    if (!hasErrorCode(cause, 'ENOENT')) throw cause;
    throw new DomainError('NOT_FOUND', {
      msg: 'This preview has expired. Please open it again.',
      cause,
    });
  }
}

async function renderPage(context: Context, request: PagePreviewRequest, authorId: number) {
  const { database } = context;
  const stored = request.id === null ? null : findArticleByPublicId(database, request.id);
  const author = stored
    ? { name: stored.authorName, avatar: stored.authorAvatar }
    : findUserById(database.query, authorId);
  const media = request.images && findMediaByPublicId(database.query, request.images.public_id);
  const { html, toc, words } = await previewMarkdown(context, request.markdown);
  const { series, seriesSlug } = seriesColumns(request.series?.trim() || null);
  const language = languageTag.safeParse(request.language);
  return context.publisher.renderPreview({
    publicId: stored?.publicId ?? null,
    title: request.title.trim(),
    subtitle: request.subtitle.trim(),
    description: request.description.trim(),
    language: language.success ? language.data : 'en',
    slug: stored?.slug || slugFromTitle(request.title) || 'preview',
    tags: request.tags.map(toTagSlug).filter(Boolean),
    categories: request.category,
    series: series && seriesSlug ? { name: series, slug: seriesSlug } : null,
    cover: media ?? null,
    imageAlt: request.imageAlt.trim(),
    author: { name: author?.name ?? '', avatar: author?.avatar ?? null },
    html,
    toc,
    words,
    now: context.clock(),
  });
}

async function purgeOldPreviews(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > PREVIEW_MS) await rm(file, { force: true });
  }
}
