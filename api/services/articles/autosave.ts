import { type AutosaveRequest, COPIES_KEPT, type CopyResponse } from '#contracts/revision.ts';
import type { AppContext } from '../../context.ts';
import {
  type ArticleRecord,
  findArticleById,
  findArticleByPublicId,
} from '../../db/hot/articles.ts';
import { deleteCopy, listCopies, writeCopy } from '../../db/repositories/revisions.ts';
import type { StoredFields } from '../../db/schema/articles.ts';
import { DomainError } from '../../errors.ts';
import { definedOnly, ownerZone } from './article-columns.ts';
import { changeArticle, EditConflict } from './articles.ts';
import { parseSchedule } from './read-schedule.ts';
import { fieldsOf, toRevisionFields } from './revisions.ts';

type AutosaveContext = Pick<AppContext, 'database' | 'clock' | 'markdown' | 'publisher'>;

interface Options {
  /** Version of the article on which it was written. */
  expectedVersion: number | null;
  userId: number;
  sitting: string;
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
    kind: restored ? 'restore' : 'autosave',
  });
  return article;
}

async function storeWorkingCopy(
  context: AutosaveContext,
  articleId: number,
  input: Omit<AutosaveRequest, 'restored'>,
  { expectedVersion, userId, sitting }: Options,
): Promise<void> {
  const now = context.clock();
  await context.database.write((query) => {
    const article = findArticleById(context.database, articleId);
    if (!article) throw new DomainError('NOT_FOUND');
    const version = expectedVersion ?? article.version;
    if (version !== article.version) throw new EditConflict(article);
    const fields = { ...fieldsOf(article), ...inputFields(context, input, now) };
    const owner = { articleId: article.id, userId };
    writeCopy(query, { ...owner, editSession: sitting, version, savedAt: now, fields });
    for (const old of listCopies(query, owner).slice(COPIES_KEPT)) {
      deleteCopy(query, owner, old.editSession);
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
): CopyResponse[] {
  const article = findArticleByPublicId(database, publicId);
  if (!article) throw new DomainError('NOT_FOUND');
  return listCopies(database.query, { articleId: article.id, userId }).map((copy) => ({
    sitting: copy.editSession,
    version: copy.version,
    savedAt: new Date(copy.savedAt).toISOString(),
    fields: toRevisionFields(database.query, copy.fields),
  }));
}

/** Deletes a working copy, if there is one. @throws DomainError NOT_FOUND */
export async function discardCopy(
  { database }: Pick<AppContext, 'database'>,
  publicId: string,
  { userId, sitting }: { userId: number; sitting: string },
): Promise<void> {
  const article = findArticleByPublicId(database, publicId);
  if (!article) throw new DomainError('NOT_FOUND');
  await database.write((query) => deleteCopy(query, { articleId: article.id, userId }, sitting));
}
