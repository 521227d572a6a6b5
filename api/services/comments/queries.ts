import { z } from 'zod';
import type {
  CommentList,
  CommentListQuery,
  CommentResponse,
  CommentThread,
} from '#contracts/comment.ts';
import { COMMENT_EDIT_MS, REPLIES_SHOWN } from '#contracts/comment-limits.ts';
import { iso } from '../../context.ts';
import {
  authorOf,
  type CommentRecord,
  countComments,
  type DiscussedArticle,
  findComment,
  findCommentById,
  findDiscussedArticle,
  findLikedOf,
  listComments,
  listReplies,
  listUnpublishedOf,
  profileFor,
} from '../../db/hot/comments.ts';
import { settingOf } from '../../db/hot/site.ts';
import { cachedRead } from '../../db/query-cache.ts';
import { DomainError } from '../../errors.ts';
import { type CommentContext, createFormToken } from './context.ts';

/** Viewer of comments: a member, a guest with a token, or a guest without one. */
export interface CommentViewer {
  userId: number | null;
  admin: boolean;
  guest: string | null;
}

/** Viewer without an account or comments. */
export const anonymousViewer: CommentViewer = { userId: null, admin: false, guest: null };

interface ResponseContext {
  article: DiscussedArticle;
  viewer: CommentViewer;
  now: number;
  liked: ReadonlySet<number>;
}

/** Maximum number of the viewer's own unpublished comments per article. */
const WAITING_MAX = 20;

/**
 * Returns the article of a comment thread.
 * @throws DomainError NOT_FOUND, also for drafts unless the caller is an admin
 */
export function getDiscussedArticle(
  { database }: Pick<CommentContext, 'database'>,
  key: string,
  admin: boolean,
): DiscussedArticle {
  const article = findDiscussedArticle(database, key);
  const readable = article && (admin || article.state === 'live' || article.state === 'archived');
  if (!readable) throw new DomainError('NOT_FOUND');
  return article;
}

/** Returns one page of an article's comments; the first page includes the viewer's unpublished ones. */
export function getCommentPage(
  context: CommentContext,
  key: string,
  query: CommentListQuery,
  viewer: CommentViewer,
): CommentList {
  const read = () => buildCommentPage(context, key, query, viewer);
  // Most viewers are guests without comments and request the same few pages.
  const anonymous = viewer.userId === null && viewer.guest === null;
  const { article, ...page } = anonymous
    ? cachedRead(context.database, `comments of ${key} ${JSON.stringify(query)}`, read, cacheWeight)
    : read();
  return { ...page, formToken: createFormToken(context, article.publicId) };
}

/** Approximate size of a cached response, in characters. */
const cacheWeight = ({ comments }: Pick<CommentList, 'comments'>): number =>
  comments
    .flatMap((thread) => [thread, ...thread.replies])
    .reduce((sum, { comment, html }) => sum + comment.length + html.length, 0);

function buildCommentPage(
  context: CommentContext,
  key: string,
  { sort, cursor, limit, parent }: CommentListQuery,
  viewer: CommentViewer,
): Omit<CommentList, 'formToken'> & { article: DiscussedArticle } {
  const { database, clock } = context;
  const article = getDiscussedArticle(context, key, viewer.admin);
  const after = cursor === undefined ? null : decodeCommentCursor(cursor);
  const position = { sort, after, limit: limit + 1 };
  const cacheKey = `rows of comments of ${article.id} ${JSON.stringify(position)} ${parent ?? ''}`;
  const parentId =
    parent === undefined ? null : getParentComment(context, article, parent, viewer).id;
  const readRows = () => {
    const rows =
      parentId === null
        ? listComments(database, article.id, position)
        : listReplies(database, parentId, position);
    const page = rows.slice(0, limit);
    return {
      shown: page,
      last: rows.length > limit ? page.at(-1) : undefined,
      replies: new Map(page.map((comment) => [comment.id, listFirstReplies(context, comment)])),
    };
  };
  const { shown, last, replies } = cachedRead(database, cacheKey, readRows, (rows) =>
    [...rows.shown, ...[...rows.replies.values()].flat()].reduce(
      (sum, { text, html }) => sum + text.length + html.length,
      0,
    ),
  );
  const waiting =
    cursor === undefined && parent === undefined
      ? listUnpublishedOf(database, article.id, viewer, WAITING_MAX)
      : [];
  const liked = findLikedIds(context, [...shown, ...[...replies.values()].flat()], viewer);
  const view = { article, viewer, now: clock(), liked };
  return {
    article,
    comments: shown.map((comment) => toThread(comment, replies.get(comment.id) ?? [], view)),
    result: countComments(database, article.id),
    next: last ? encodeCommentCursor(last) : null,
    waiting: waiting.map((comment) => toCommentResponse(comment, view)),
    writing: getWritingStatus(context, article, viewer),
  };
}

/** Returns a comment with its thread, for a permanent link. @throws DomainError NOT_FOUND */
export function getCommentThread(
  context: CommentContext,
  key: string,
  publicId: string,
  viewer: CommentViewer,
): CommentThread {
  const { database, clock } = context;
  const article = getDiscussedArticle(context, key, viewer.admin);
  const comment = findComment(database, publicId);
  if (comment?.articleId !== article.id || !isVisibleComment(comment, viewer)) {
    throw new DomainError('NOT_FOUND');
  }
  const top = comment.parentId === null ? comment : findCommentById(database, comment.parentId);
  if (!top) throw new DomainError('NOT_FOUND');
  const replies = listFirstReplies(context, top);
  if (comment !== top && !replies.some(({ id }) => id === comment.id)) replies.push(comment);
  const liked = findLikedIds(context, [top, ...replies], viewer);
  return toThread(top, replies, { article, viewer, now: clock(), liked });
}

/** True if the viewer can see the comment: published ones, places with replies, and their own. */
export function isVisibleComment(comment: CommentRecord, viewer: CommentViewer): boolean {
  return (
    comment.state === 'published' ||
    comment.replies > 0 ||
    (comment.state !== 'deleted' && isOwnComment(comment, viewer))
  );
}

/** Returns whether the viewer can comment, or the reason why not. */
export function getWritingStatus(
  { database }: Pick<CommentContext, 'database'>,
  article: DiscussedArticle,
  viewer: CommentViewer,
): CommentList['writing'] {
  if (article.state !== 'live') return 'archived';
  const allowed = viewer.userId !== null || settingOf(database, 'guest-comments');
  return allowed ? 'open' : 'sign-in';
}

/** Returns a comment of the article that the viewer can see. @throws DomainError NOT_FOUND with this message */
export function getParentComment(
  { database }: CommentContext,
  article: DiscussedArticle,
  publicId: string,
  viewer: CommentViewer,
  msg?: string,
): CommentRecord {
  const parent = findComment(database, publicId);
  if (parent?.articleId !== article.id || !isVisibleComment(parent, viewer)) {
    throw new DomainError('NOT_FOUND', msg === undefined ? {} : { msg });
  }
  return parent;
}

function listFirstReplies({ database }: CommentContext, comment: CommentRecord): CommentRecord[] {
  if (comment.replies === 0) return [];
  return listReplies(database, comment.id, { after: null, limit: REPLIES_SHOWN });
}

function findLikedIds(
  { database }: CommentContext,
  comments: CommentRecord[],
  { userId }: CommentViewer,
): Set<number> {
  if (userId === null) return new Set();
  const ids = comments.filter(({ likes }) => likes > 0).map(({ id }) => id);
  return findLikedOf(database, userId, ids);
}

/** Position in a list: score, creation time and id of the last comment shown. */
const cursorTuple = z.tuple([z.number(), z.int(), z.int()]);

interface CommentCursor {
  score: number;
  createdAt: number;
  id: number;
}

/** Encodes a position as an opaque string. */
function encodeCommentCursor({ score, createdAt, id }: CommentCursor): string {
  return Buffer.from(JSON.stringify([score, createdAt, id])).toString('base64url');
}

/** Decodes a cursor. @throws DomainError VALIDATION if it is invalid */
function decodeCommentCursor(cursor: string): CommentCursor {
  try {
    const [score, createdAt, id] = cursorTuple.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
    return { score, createdAt, id };
  } catch (error) {
    throw new DomainError('VALIDATION', {
      msg: 'This page of the list does not exist.',
      cause: error,
    });
  }
}

export function isOwnComment(
  { userId, guest }: Pick<CommentRecord, 'userId' | 'guest'>,
  viewer: CommentViewer,
): boolean {
  if (userId !== null) return userId === viewer.userId;
  return guest !== null && guest === viewer.guest;
}

export function toCommentResponse(comment: CommentRecord, view: ResponseContext): CommentResponse {
  const own = isOwnComment(comment, view.viewer);
  const state = visibleState(comment, own);
  const gone = state === 'gone';
  const editableUntil = comment.createdAt + COMMENT_EDIT_MS;
  const author = gone ? { name: '', avatar: null, member: null } : authorOf(comment);
  return {
    _id: comment.publicId,
    blog: view.article.publicId,
    parent: comment.parent,
    replyTo: gone ? null : comment.replyTo,
    comment: gone ? '' : comment.text,
    html: gone ? '' : comment.html,
    ...author,
    profile: !gone && canOpenProfile(comment, own, view.viewer),
    owner: !gone && comment.userId === view.article.authorId,
    createdAt: iso(comment.createdAt),
    edited: gone ? null : iso(comment.editedAt),
    state,
    reason: state === 'rejected' ? comment.reason : null,
    likes: gone ? 0 : comment.likes,
    liked: !gone && view.liked.has(comment.id),
    mine: own && !gone,
    editableUntil: own && !gone && view.now < editableUntil ? iso(editableUntil) : null,
    replyCount: comment.replies,
  };
}

/** True if the viewer can open the author's profile: their own, or any as an admin. */
function canOpenProfile(comment: CommentRecord, own: boolean, viewer: CommentViewer): boolean {
  if (own || viewer.admin) return comment.status === 'active';
  return profileFor(comment, viewer.userId === null ? 'guest' : 'member');
}

/** Returns the state that the viewer sees; authors see spam as held. */
function visibleState(comment: CommentRecord, own: boolean): CommentResponse['state'] {
  if (comment.state === 'published') return 'published';
  if (!own || comment.state === 'deleted') return 'gone';
  return comment.state === 'rejected' ? 'rejected' : 'held';
}

function toThread(
  comment: CommentRecord,
  replies: CommentRecord[],
  view: ResponseContext,
): CommentThread {
  return {
    ...toCommentResponse(comment, view),
    replies: replies.map((reply) => toCommentResponse(reply, view)),
  };
}
