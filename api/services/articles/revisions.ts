import { MINUTE_MS } from '#contracts/durations.ts';
import {
  AUTOSAVES_MAX,
  EDIT_SESSION_MINUTES,
  REVISIONS_PER_PAGE,
  type RevisionFields,
  type RevisionKind,
  type RevisionResponse,
  type RevisionSummary,
} from '#contracts/revision.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { type ArticleRecord, findArticleByPublicId } from '../../db/hot/articles.ts';
import { findMediaByPublicId } from '../../db/repositories/media.ts';
import {
  findNewestRevision,
  findRevision,
  insertRevision,
  listRevisions,
  purgeAutosaves,
  type RevisionHead,
  updateRevision,
} from '../../db/repositories/revisions.ts';
import type { StoredFields } from '../../db/schema/articles.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../identifiers.ts';

const EDIT_SESSION_MS = EDIT_SESSION_MINUTES * MINUTE_MS;

/** Returns the fields of an article that its author edits. */
export function fieldsOf(article: ArticleRecord): StoredFields {
  return {
    title: article.title,
    subtitle: article.subtitle,
    description: article.description,
    markdown: article.markdown,
    language: article.language,
    categories: article.categories,
    tags: article.tags,
    series: article.series,
    slug: article.slug,
    image: article.mediaPublicId,
    imageAlt: article.imageAlt,
    linkedin: article.linkedin === 1,
    dev: article.dev === 1,
    medium: article.medium === 1,
    linkedinContent: article.linkedinContent,
    scheduledAt: article.scheduledAt,
    scheduleZone: article.scheduleZone,
  };
}

interface Recorded {
  /** Null for an article that has just been made. */
  before: ArticleRecord | null;
  after: ArticleRecord;
  kind: RevisionKind;
  /** Row id of the user; null for commands and imports. */
  userId: number | null;
  editSessionId?: string | undefined;
  now: number;
}

/** Stores the state of an article after a change; call it in the transaction of the change. */
export function recordRevision(
  context: Pick<AppContext, 'database'>,
  query: Queryable,
  { before, after, kind, userId, editSessionId, now }: Recorded,
): void {
  const fields = fieldsOf(after);
  const unchanged = before && JSON.stringify(fieldsOf(before)) === JSON.stringify(fields);
  if (unchanged && kind !== 'publish') return;
  const newest = findNewestRevision(query, after.id);
  // The history of imported articles begins with their state before the change.
  if (!newest && before) {
    insertRevision(query, {
      ...revisionRowOf(before, fieldsOf(before)),
      kind: 'save',
      userId: before.authorId,
      startedAt: before.updatedAt,
      savedAt: before.updatedAt,
    });
  }
  const row = { ...revisionRowOf(after, fields), kind, userId, savedAt: now };
  if (kind !== 'autosave' || !isSameEditSession(newest, userId, now)) {
    insertRevision(query, { ...row, editSession: editSessionId ?? null, startedAt: now });
  } else if (newest) {
    const { publicId: _publicId, ...changes } = row;
    updateRevision(query, newest.id, changes);
  }
  if (kind === 'autosave') purgeAutosaves(context.database, after.id, AUTOSAVES_MAX);
}

function isSameEditSession(
  newest: ReturnType<typeof findNewestRevision>,
  userId: number | null,
  now: number,
): boolean {
  return (
    newest?.kind === 'autosave' &&
    newest.userId === userId &&
    now >= newest.startedAt &&
    now - newest.startedAt < EDIT_SESSION_MS
  );
}

const revisionRowOf = (article: ArticleRecord, fields: StoredFields) => ({
  publicId: createPublicId(),
  articleId: article.id,
  version: article.version,
  words: article.words,
  title: article.title,
  fields,
});

/** Converts stored fields to the article contract, without a deleted image. */
export function toRevisionFields(
  query: Queryable,
  { image, scheduledAt, scheduleZone, ...fields }: StoredFields,
): RevisionFields {
  const media = image === null ? undefined : findMediaByPublicId(query, image);
  return {
    ...fields,
    images: media ? { public_id: media.publicId, url: `/media/${media.fileName}` } : null,
    scheduledDate: iso(scheduledAt),
    scheduledZone: scheduledAt === null ? null : scheduleZone,
  };
}

const toSummary = ({ publicId, startedAt, savedAt, ...head }: RevisionHead): RevisionSummary => ({
  _id: publicId,
  kind: head.kind,
  version: head.version,
  by: head.by,
  startedAt: iso(startedAt),
  savedAt: iso(savedAt),
  words: head.words,
  title: head.title,
});

/** Returns one page of an article's revisions, newest first. @throws DomainError NOT_FOUND */
export function listRevisionPage(
  { database }: Pick<AppContext, 'database'>,
  articleId: string,
  before: string | undefined,
): { revisions: RevisionSummary[]; more: boolean } {
  const article = findArticleByPublicId(database, articleId);
  if (!article) throw new DomainError('NOT_FOUND');
  const last = before === undefined ? null : findRevision(database.query, article.id, before);
  if (last === undefined) throw new DomainError('NOT_FOUND');
  const page = { before: last?.id ?? null, limit: REVISIONS_PER_PAGE + 1 };
  const rows = listRevisions(database.query, article.id, page);
  return {
    revisions: rows.slice(0, REVISIONS_PER_PAGE).map(toSummary),
    more: rows.length > REVISIONS_PER_PAGE,
  };
}

/** Returns a revision with its fields. @throws DomainError NOT_FOUND */
export function getRevision(
  { database }: Pick<AppContext, 'database'>,
  articleId: string,
  revisionId: string,
): RevisionResponse {
  const article = findArticleByPublicId(database, articleId);
  const found = article && findRevision(database.query, article.id, revisionId);
  if (!found) throw new DomainError('NOT_FOUND');
  return { ...toSummary(found), fields: toRevisionFields(database.query, found.fields) };
}
