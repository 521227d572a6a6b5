import type { CommentChanged, CommentCreate, CommentResponse } from '#contracts/comment.ts';
import { COMMENT_EDIT_MS, commentMessages } from '#contracts/comment-limits.ts';
import type { Queryable } from '../../db/database.ts';
import {
  type CommentRecord,
  countComments,
  type DiscussedArticle,
  findArticleOfComment,
  findComment,
  findCommentById,
  findCommentByKey,
  isRepeated,
} from '../../db/hot/comments.ts';
import {
  clearEmptyPlace,
  countHeldOfGuests,
  deleteComment,
  hasReplies,
  insertComment,
  updateComment,
} from '../../db/repositories/comments.ts';
import { DomainError } from '../../errors.ts';
import { textOfHtml } from '../../escape-html.ts';
import { type RenderedComment, renderComment } from '../articles/render-markdown.ts';
import { createPublicId } from '../identifiers.ts';
import { updateNotificationExcerpt } from '../notifications/notify.ts';
import { type CommentContext, checkFormToken } from './context.ts';
import { onCommentChanged } from './on-comment-changed.ts';
import {
  type CommentViewer,
  getDiscussedArticle,
  getParentComment,
  getWritingStatus,
  isOwnComment,
  toCommentResponse,
} from './queries.ts';
import { type CommentScore, getAuthorTrust, type ScoreInput, scoreComment } from './spam-score.ts';

/**
 * Stores a comment; comments of untrusted authors are held for moderation.
 * Comments of guests with a filled honeypot field are not stored, but get the same response.
 * @throws DomainError NOT_FOUND, NOT_SIGNED_IN, STATE_CONFLICT, VALIDATION
 */
export async function createComment(
  context: CommentContext,
  key: string,
  input: CommentCreate,
  viewer: CommentViewer,
): Promise<CommentChanged> {
  const { database, clock } = context;
  const { comment, parent, formToken, website, key: clientKey = null } = input;
  const article = getDiscussedArticle(context, key, viewer.admin);
  const guest =
    viewer.userId === null ? (viewer.guest ?? createGuestId(context, article, input)) : null;
  const guestToken = guest === null ? null : context.guests.sign(guest);
  const findStored = () =>
    clientKey === null
      ? null
      : findCommentByKey(
          database,
          { userId: viewer.userId, guest },
          { articleId: article.id, key: clientKey },
        );
  const existing = findStored();
  if (existing)
    return toChangeResponse(context, article, { ...viewer, guest }, existing, guestToken);
  assertCanComment(context, article, viewer);
  if (guest !== null) assertGuestQueueNotFull(context);
  const rendered = await renderComment(context, comment);
  const score = scoreComment({
    ...toScoreInput(context, rendered, { ...viewer, guest }),
    formToken: checkFormToken(context, article.publicId, formToken),
    hidden: website !== '',
  });
  const writer = { ...viewer, guest };
  const draft = {
    publicId: createPublicId(),
    articleId: article.id,
    userId: viewer.userId,
    guest,
    ...score,
    text: rendered.text,
    html: rendered.html,
    createdAt: clock(),
    clientKey,
  };
  if (website !== '' && viewer.userId === null) {
    const unstored = {
      ...unstoredFields,
      ...draft,
      parent: parent ?? null,
      state: 'held' as const,
    };
    return toChangeResponse(context, article, writer, unstored, guestToken);
  }
  const id = await database.write((transaction) => {
    // A concurrent request with the same key may have stored the comment meanwhile.
    const concurrent = findStored();
    if (concurrent) return concurrent.id;
    const { parentGone: msg } = commentMessages;
    const target = parent ? getParentComment(context, article, parent, viewer, msg) : null;
    if (target && target.state !== 'published') throw new DomainError('STATE_CONFLICT', { msg });
    // Threads have one level: a reply to a reply is stored beside it.
    const parentId = target && (target.parentId ?? target.id);
    const replyToId = target?.parentId ? target.id : null;
    const stored = insertComment(transaction, { ...draft, parentId, replyToId });
    onCommentChanged(transaction, context, null, stored);
    return stored;
  });
  const stored = assertFound(findCommentById(database, id));
  context.publisher.wake();
  return toChangeResponse(context, article, writer, stored, guestToken);
}

/** Returns an id for a guest without a token; retries with the same key and text get the same id. */
function createGuestId(
  { guests }: CommentContext,
  { publicId }: DiscussedArticle,
  { key, comment }: CommentCreate,
): string {
  return key === undefined
    ? createPublicId()
    : guests.deriveName(`name of ${publicId} ${key} ${comment}`);
}

/** Fields of a comment that is not stored. */
const unstoredFields: Omit<
  CommentRecord,
  'publicId' | 'articleId' | 'userId' | 'guest' | 'createdAt' | 'text' | 'html' | 'state' | 'parent'
> = {
  id: 0,
  parentId: null,
  replyToId: null,
  replyTo: null,
  member: null,
  name: null,
  status: null,
  avatar: null,
  audience: null,
  editedAt: null,
  likes: 0,
  replies: 0,
  score: 0,
  reason: null,
};

/**
 * Changes the text of one's own comment within the editing period.
 * @throws DomainError NOT_FOUND for other comments, STATE_CONFLICT after the period
 */
export async function editComment(
  context: CommentContext,
  publicId: string,
  text: string,
  viewer: CommentViewer,
): Promise<CommentChanged> {
  const { database, clock } = context;
  const existing = getOwnComment(context, publicId, viewer);
  const article = findArticleOfComment(database, existing.articleId);
  assertCanComment(context, article, viewer);
  assertEditable(context, existing);
  const rendered = await renderComment(context, text);
  const scoreInput = toScoreInput(context, rendered, viewer);
  const score = scoreComment({ ...scoreInput, formToken: 'valid', hidden: false, repeated: false });
  const before = await database.write((transaction) => {
    const current = getOwnComment(context, publicId, viewer);
    assertEditable(context, current);
    if (current.text === rendered.text) return current;
    updateComment(transaction, current.id, {
      text: rendered.text,
      html: rendered.html,
      editedAt: clock(),
      ...stateAfterEdit(current, score),
    });
    onCommentChanged(transaction, context, current, current.id);
    updateNotificationExcerpt(transaction, `comment:${publicId}`, textOfHtml(rendered.html));
    return current;
  });
  const stored = assertFound(findCommentById(database, before.id));
  context.publisher.wake();
  const msg = stored.state === 'published' ? commentMessages.saved : commentMessages.savedHeld;
  return { ...toChangeResponse(context, article, viewer, stored, null), msg };
}

/** Returns the state after an edit: edits of untrusted authors are held again, and no edit publishes a comment. */
function stateAfterEdit(current: CommentRecord, { state, spamFactors }: CommentScore) {
  if (current.state === 'rejected') return { state: 'held' as const, spamFactors, reason: null };
  const keepsState = current.state !== 'published' || state === 'published';
  return { spamFactors, ...(!keepsState && { state: 'held' as const }) };
}

/** Deletes one's own comment; a comment with replies leaves an empty place. @throws DomainError NOT_FOUND */
export async function deleteOwnComment(
  context: CommentContext,
  publicId: string,
  viewer: CommentViewer,
): Promise<{ comment: CommentResponse | null; result: number }> {
  const { database, clock } = context;
  const before = await database.write((transaction) => {
    const current = getOwnComment(context, publicId, viewer);
    eraseComment(transaction, current);
    onCommentChanged(transaction, context, current, current.id);
    return current;
  });
  const emptyPlace = findCommentById(database, before.id);
  context.publisher.wake();
  const article = findArticleOfComment(database, before.articleId);
  const view = { article, viewer, now: clock(), liked: new Set<number>() };
  return {
    // A place without visible replies is not shown.
    comment: emptyPlace && emptyPlace.replies > 0 ? toCommentResponse(emptyPlace, view) : null,
    result: countComments(database, article.id),
  };
}

/** Deletes a comment, or only its content if it has replies. */
export function eraseComment(
  transaction: Queryable,
  { id, parentId }: Pick<CommentRecord, 'id' | 'parentId'>,
): void {
  if (!hasReplies(transaction, id)) {
    deleteComment(transaction, id);
    if (parentId !== null) clearEmptyPlace(transaction, parentId);
    return;
  }
  updateComment(transaction, id, { state: 'deleted', text: '', html: '', reason: null });
}

/** @throws DomainError STATE_CONFLICT or NOT_SIGNED_IN if the viewer cannot comment here */
function assertCanComment(
  context: CommentContext,
  article: DiscussedArticle,
  viewer: CommentViewer,
): void {
  const writing = getWritingStatus(context, article, viewer);
  if (writing === 'archived') {
    throw new DomainError('STATE_CONFLICT', { msg: commentMessages.archived });
  }
  if (writing === 'sign-in')
    throw new DomainError('NOT_SIGNED_IN', { msg: commentMessages.signIn });
}

/** Maximum number of held guest comments, because a person reviews each. */
const HELD_GUEST_COMMENTS_MAX = 500;

/** @throws DomainError STATE_CONFLICT if too many guest comments are held */
function assertGuestQueueNotFull({ database }: CommentContext): void {
  if (countHeldOfGuests(database, HELD_GUEST_COMMENTS_MAX) < HELD_GUEST_COMMENTS_MAX) return;
  throw new DomainError('STATE_CONFLICT', { msg: commentMessages.guestsFull });
}

function assertEditable({ clock }: CommentContext, { createdAt }: CommentRecord): void {
  if (clock() < createdAt + COMMENT_EDIT_MS) return;
  throw new DomainError('STATE_CONFLICT', { msg: commentMessages.tooLate });
}

/** Returns the viewer's own comment. @throws DomainError NOT_FOUND */
function getOwnComment(
  { database }: CommentContext,
  publicId: string,
  viewer: CommentViewer,
): CommentRecord {
  const comment = findComment(database, publicId);
  if (!comment || comment.state === 'deleted' || !isOwnComment(comment, viewer)) {
    throw new DomainError('NOT_FOUND');
  }
  return comment;
}

function toScoreInput(
  context: CommentContext,
  { text, plainText, links }: RenderedComment,
  viewer: CommentViewer,
): Omit<ScoreInput, 'formToken' | 'hidden'> {
  return {
    text: plainText,
    links,
    author: getAuthorTrust(context, viewer),
    repeated: isRepeated(context.database, viewer, text),
  };
}

function toChangeResponse(
  { database, clock }: CommentContext,
  article: DiscussedArticle,
  viewer: CommentViewer,
  comment: CommentRecord,
  guestToken: string | null,
): CommentChanged {
  const view = { article, viewer, now: clock(), liked: new Set<number>() };
  return {
    msg: comment.state === 'published' ? commentMessages.posted : commentMessages.held,
    comment: toCommentResponse(comment, view),
    result: countComments(database, article.id),
    guestToken,
  };
}

function assertFound(comment: CommentRecord | null): CommentRecord {
  if (!comment) throw new DomainError('NOT_FOUND');
  return comment;
}
