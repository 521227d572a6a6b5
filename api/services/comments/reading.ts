import type { CommentList, CommentListQuery, CommentThread } from '#contracts/comment.ts';
import { REPLIES_SHOWN } from '#contracts/comment-limits.ts';
import { remember } from '../../db/remember.ts';
import {
  type CommentRecord,
  countComments,
  type DiscussedArticle,
  findComment,
  findCommentById,
  findDiscussedArticle,
  findLikedOf,
  listComments,
  listReplies,
  listWaitingOf,
} from '../../db/repositories/comments.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import { DomainError } from '../../errors.ts';
import type { CommentContext } from './context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { stampForm } from './form-stamp.ts';
import { type CommentReader, isMine, toCommentResponse, toThread } from './response.ts';

/** Own comments that others do not see, at most so many of one article. */
const WAITING_SHOWN = 20;

/**
 * The article that is talked about, for who may read it.
 * @throws DomainError NOT_FOUND, for drafts too unless an admin asks
 */
export function discussedArticle(
  { database }: Pick<CommentContext, 'database'>,
  key: string,
  admin: boolean,
): DiscussedArticle {
  const article = findDiscussedArticle(database, key);
  const readable = article && (admin || article.state === 'live' || article.state === 'archived');
  if (!readable) throw new DomainError('NOT_FOUND');
  return article;
}

/** One page of what is said below an article; on the first one, what waits for the reader besides. */
export function readComments(
  context: CommentContext,
  key: string,
  query: CommentListQuery,
  reader: CommentReader,
): CommentList {
  const read = () => readPage(context, key, query, reader);
  // Most readers are nobody yet, and ask for the same few pages.
  const nobody = reader.userId === null && reader.guest === null;
  const { article, ...page } = nobody
    ? remember(context.database, `comments of ${key} ${JSON.stringify(query)}`, read, weigh)
    : read();
  return { ...page, stamp: stampForm(context, article.publicId) };
}

/** Characters that an answer keeps in memory, nearly. */
const weigh = ({ comments }: Pick<CommentList, 'comments'>): number =>
  comments
    .flatMap((thread) => [thread, ...thread.replies])
    .reduce((sum, { comment, html }) => sum + comment.length + html.length, 0);

function readPage(
  context: CommentContext,
  key: string,
  { sort, cursor, limit, parent }: CommentListQuery,
  reader: CommentReader,
): Omit<CommentList, 'stamp'> & { article: DiscussedArticle } {
  const { database, clock } = context;
  const article = discussedArticle(context, key, reader.admin);
  const after = cursor === undefined ? null : readCursor(cursor);
  const place = { sort, after, limit: limit + 1 };
  const asked = `rows of comments of ${article.id} ${JSON.stringify(place)} ${parent ?? ''}`;
  const parentId = parent === undefined ? null : parentOf(context, article, parent, reader).id;
  const readRows = () => {
    const rows =
      parentId === null
        ? listComments(database, article.id, place)
        : listReplies(database, parentId, place);
    const page = rows.slice(0, limit);
    return {
      shown: page,
      last: rows.length > limit ? page.at(-1) : undefined,
      replies: new Map(page.map((comment) => [comment.id, firstReplies(context, comment)])),
    };
  };
  const { shown, last, replies } = remember(database, asked, readRows, (rows) =>
    [...rows.shown, ...[...rows.replies.values()].flat()].reduce(
      (sum, { text, html }) => sum + text.length + html.length,
      0,
    ),
  );
  const waiting =
    cursor === undefined && parent === undefined
      ? listWaitingOf(database, article.id, reader, WAITING_SHOWN)
      : [];
  const liked = likedAmong(context, [...shown, ...[...replies.values()].flat()], reader);
  const view = { article, reader, now: clock(), liked };
  return {
    article,
    comments: shown.map((comment) => toThread(comment, replies.get(comment.id) ?? [], view)),
    result: countComments(database, article.id),
    next: last ? writeCursor(last) : null,
    waiting: waiting.map((comment) => toCommentResponse(comment, view)),
    writing: writingFor(context, article, reader),
  };
}

/** A comment and what stands around it, for a permanent link. @throws DomainError NOT_FOUND */
export function readThread(
  context: CommentContext,
  key: string,
  publicId: string,
  reader: CommentReader,
): CommentThread {
  const { database, clock } = context;
  const article = discussedArticle(context, key, reader.admin);
  const found = findComment(database, publicId);
  if (found?.articleId !== article.id || !isVisible(found, reader)) {
    throw new DomainError('NOT_FOUND');
  }
  const top = found.parentId === null ? found : findCommentById(database, found.parentId);
  if (!top) throw new DomainError('NOT_FOUND');
  const replies = firstReplies(context, top);
  if (found !== top && !replies.some(({ id }) => id === found.id)) replies.push(found);
  const liked = likedAmong(context, [top, ...replies], reader);
  return toThread(top, replies, { article, reader, now: clock(), liked });
}

/** Whether somebody may see a comment: everybody what is in the page, its author always. */
export function isVisible(comment: CommentRecord, reader: CommentReader): boolean {
  return (
    comment.state === 'published' ||
    comment.replies > 0 ||
    (comment.state !== 'deleted' && isMine(comment, reader))
  );
}

/** Whether somebody may respond, or why not. */
export function writingFor(
  { database }: Pick<CommentContext, 'database'>,
  article: DiscussedArticle,
  reader: CommentReader,
): CommentList['writing'] {
  if (article.state !== 'live') return 'archived';
  const welcome = reader.userId !== null || settingOf(database, 'guest-comments');
  return welcome ? 'open' : 'sign-in';
}

function parentOf(
  { database }: CommentContext,
  article: DiscussedArticle,
  publicId: string,
  reader: CommentReader,
): CommentRecord {
  const parent = findComment(database, publicId);
  if (parent?.articleId !== article.id || !isVisible(parent, reader)) {
    throw new DomainError('NOT_FOUND');
  }
  return parent;
}

function firstReplies({ database }: CommentContext, comment: CommentRecord): CommentRecord[] {
  if (comment.replies === 0) return [];
  return listReplies(database, comment.id, { after: null, limit: REPLIES_SHOWN });
}

function likedAmong(
  { database }: CommentContext,
  comments: CommentRecord[],
  { userId }: CommentReader,
): Set<number> {
  if (userId === null) return new Set();
  const ids = comments.filter(({ likes }) => likes > 0).map(({ id }) => id);
  return findLikedOf(database, userId, ids);
}
