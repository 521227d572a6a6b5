import type { CommentChanged, CommentCreate, CommentResponse } from '#contracts/comment.ts';
import { COMMENT_EDIT_MS, commentMessages } from '#contracts/comment-limits.ts';
import type { Queryable } from '../../db/client.ts';
import { countHeldOfGuests } from '../../db/repositories/comment-moderation.ts';
import {
  clearEmptyPlace,
  deleteComment,
  hasAnswers,
  insertComment,
  updateComment,
} from '../../db/repositories/comment-writes.ts';
import {
  type CommentRecord,
  countComments,
  type DiscussedArticle,
  findArticleOfComment,
  findComment,
  findCommentById,
  findCommentByKey,
  isRepeated,
} from '../../db/repositories/comments.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';
import { correctExcerpt } from '../notifications/notify.ts';
import { tellOfChange } from './announce.ts';
import type { CommentContext } from './context.ts';
import { readStamp } from './form-stamp.ts';
import { type Evidence, judge, type Verdict } from './judge.ts';
import { discussedArticle, isVisible, writingFor } from './reading.ts';
import { type CommentReader, isMine, toCommentResponse } from './response.ts';
import { type RenderedComment, renderComment } from './text.ts';
import { trustIn } from './trust.ts';

/**
 * Stores a comment. Others see it at once when its author is trusted; else it waits for a look. When
 * the field is filled in that people do not see, the answer is the same, and of a guest nothing is kept.
 * @throws DomainError NOT_FOUND, NOT_SIGNED_IN, STATE_CONFLICT, VALIDATION
 */
export async function postComment(
  context: CommentContext,
  key: string,
  wish: CommentCreate,
  reader: CommentReader,
): Promise<CommentChanged> {
  const { database, clock } = context;
  const { comment, parent, stamp, website, key: clientKey = null } = wish;
  const article = discussedArticle(context, key, reader.admin);
  const guest = reader.userId === null ? (reader.guest ?? newGuest(context, article, wish)) : null;
  const guestToken = guest === null ? null : context.guests.sign(guest);
  const storedBefore = () =>
    clientKey === null
      ? null
      : findCommentByKey(
          database,
          { userId: reader.userId, guest },
          { articleId: article.id, key: clientKey },
        );
  const before = storedBefore();
  if (before) return answer(context, article, { ...reader, guest }, before, guestToken);
  requireOpen(context, article, reader);
  if (guest !== null) requireRoomForGuests(context);
  const rendered = await renderComment(context, comment);
  const verdict = judge({
    ...evidenceOf(context, rendered, { ...reader, guest }),
    stamp: readStamp(context, article.publicId, stamp),
    hidden: website !== '',
  });
  const writer = { ...reader, guest };
  const draft = {
    publicId: createPublicId(),
    articleId: article.id,
    userId: reader.userId,
    guest,
    ...verdict,
    text: rendered.text,
    html: rendered.html,
    createdAt: clock(),
    clientKey,
  };
  if (website !== '' && reader.userId === null) {
    const seen = { ...unstored, ...draft, parent: parent ?? null, state: 'held' as const };
    return answer(context, article, writer, seen, guestToken);
  }
  const id = await database.write((transaction) => {
    // The first one may still have been under way when this one came.
    const twin = storedBefore();
    if (twin) return twin.id;
    const answered = parent ? answeredComment(context, article, parent, reader) : null;
    // One level: who answers a reply stands beside it.
    const parentId = answered && (answered.parentId ?? answered.id);
    const answersId = answered?.parentId ? answered.id : null;
    const stored = insertComment(transaction, { ...draft, parentId, answersId });
    tellOfChange(transaction, context, null, stored);
    return stored;
  });
  const stored = required(findCommentById(database, id));
  context.publisher.wake();
  return answer(context, article, writer, stored, guestToken);
}

/**
 * How somebody without a token is known from now on. Whose answer was lost has none yet: the same words
 * under the same key come from the same browser.
 */
function newGuest(
  { guests }: CommentContext,
  { publicId }: DiscussedArticle,
  { key, comment }: CommentCreate,
): string {
  return key === undefined ? createPublicId() : guests.nameOf(`${publicId} ${key} ${comment}`);
}

/** What a comment is like that nobody keeps. */
const unstored: Omit<
  CommentRecord,
  'publicId' | 'articleId' | 'userId' | 'guest' | 'createdAt' | 'text' | 'html' | 'state' | 'parent'
> = {
  id: 0,
  parentId: null,
  answersId: null,
  answers: null,
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
 * Changes the text of an own comment, within its time.
 * @throws DomainError NOT_FOUND when it is not theirs, STATE_CONFLICT when it is too late
 */
export async function changeComment(
  context: CommentContext,
  publicId: string,
  text: string,
  reader: CommentReader,
): Promise<CommentChanged> {
  const { database, clock } = context;
  const seen = ownComment(context, publicId, reader);
  const article = findArticleOfComment(database, seen.articleId);
  requireOpen(context, article, reader);
  requireInTime(context, seen);
  const rendered = await renderComment(context, text);
  const evidence = evidenceOf(context, rendered, reader);
  const verdict = judge({ ...evidence, stamp: 'sound', hidden: false, repeated: false });
  const before = await database.write((transaction) => {
    const current = ownComment(context, publicId, reader);
    requireInTime(context, current);
    if (current.text === rendered.text) return current;
    updateComment(transaction, current.id, {
      text: rendered.text,
      html: rendered.html,
      editedAt: clock(),
      ...changedState(current, verdict),
    });
    tellOfChange(transaction, context, current, current.id);
    correctExcerpt(transaction, `comment:${publicId}`, rendered.text);
    return current;
  });
  const stored = required(findCommentById(database, before.id));
  context.publisher.wake();
  const msg = stored.state === 'published' ? commentMessages.saved : commentMessages.savedHeld;
  return { ...answer(context, article, reader, stored, null), msg };
}

/** Other words wait for another look, unless their author is trusted. Nothing appears by a change. */
function changedState(current: CommentRecord, { state, signals }: Verdict) {
  if (current.state === 'rejected') return { state: 'held' as const, signals, reason: null };
  const stays = current.state !== 'published' || state === 'published';
  return { signals, ...(!stays && { state: 'held' as const }) };
}

/**
 * Deletes an own comment. Where others have answered, its place stays, without words or name.
 * @throws DomainError NOT_FOUND
 */
export async function removeOwnComment(
  context: CommentContext,
  publicId: string,
  reader: CommentReader,
): Promise<{ comment: CommentResponse | null; result: number }> {
  const { database, clock } = context;
  const before = await database.write((transaction) => {
    const current = ownComment(context, publicId, reader);
    eraseComment(transaction, current);
    tellOfChange(transaction, context, current, current.id);
    return current;
  });
  const place = findCommentById(database, before.id);
  context.publisher.wake();
  const article = findArticleOfComment(database, before.articleId);
  const view = { article, reader, now: clock(), liked: new Set<number>() };
  return {
    // Kept for answers that nobody sees yet, it is no place in the page.
    comment: place && place.replies > 0 ? toCommentResponse(place, view) : null,
    result: countComments(database, article.id),
  };
}

/** Takes words and author away, and the row with them unless its place has to stay. */
export function eraseComment(
  transaction: Queryable,
  { id, parentId }: Pick<CommentRecord, 'id' | 'parentId'>,
): void {
  if (!hasAnswers(transaction, id)) {
    deleteComment(transaction, id);
    if (parentId !== null) clearEmptyPlace(transaction, parentId);
    return;
  }
  updateComment(transaction, id, { state: 'deleted', text: '', html: '', reason: null });
}

/** @throws DomainError STATE_CONFLICT or NOT_SIGNED_IN when nobody, or not they, may write here */
function requireOpen(
  context: CommentContext,
  article: DiscussedArticle,
  reader: CommentReader,
): void {
  const writing = writingFor(context, article, reader);
  if (writing === 'archived') {
    throw new DomainError('STATE_CONFLICT', { msg: commentMessages.archived });
  }
  if (writing === 'sign-in')
    throw new DomainError('NOT_SIGNED_IN', { msg: commentMessages.signIn });
}

/** Comments of guests that wait at most: a person has to look at each. */
const HELD_OF_GUESTS_MAX = 500;

/** @throws DomainError STATE_CONFLICT while so many wait that nobody gets through them */
function requireRoomForGuests({ database }: CommentContext): void {
  if (countHeldOfGuests(database, HELD_OF_GUESTS_MAX) < HELD_OF_GUESTS_MAX) return;
  throw new DomainError('STATE_CONFLICT', { msg: commentMessages.guestsFull });
}

function requireInTime({ clock }: CommentContext, { createdAt }: CommentRecord): void {
  if (clock() < createdAt + COMMENT_EDIT_MS) return;
  throw new DomainError('STATE_CONFLICT', { msg: commentMessages.tooLate });
}

/** A comment of theirs that is still there. @throws DomainError NOT_FOUND for any other */
function ownComment(
  { database }: CommentContext,
  publicId: string,
  reader: CommentReader,
): CommentRecord {
  const comment = findComment(database, publicId);
  if (!comment || comment.state === 'deleted' || !isMine(comment, reader)) {
    throw new DomainError('NOT_FOUND');
  }
  return comment;
}

function answeredComment(
  { database }: CommentContext,
  article: DiscussedArticle,
  publicId: string,
  reader: CommentReader,
): CommentRecord {
  const parent = findComment(database, publicId);
  if (parent?.articleId !== article.id || !isVisible(parent, reader)) {
    throw new DomainError('NOT_FOUND', { msg: commentMessages.parentGone });
  }
  if (parent.state === 'published') return parent;
  throw new DomainError('STATE_CONFLICT', { msg: commentMessages.parentGone });
}

function evidenceOf(
  context: CommentContext,
  { text, words, links }: RenderedComment,
  reader: CommentReader,
): Omit<Evidence, 'stamp' | 'hidden'> {
  return {
    text: words,
    links,
    author: trustIn(context, reader),
    repeated: isRepeated(context.database, reader, text),
  };
}

function answer(
  { database, clock }: CommentContext,
  article: DiscussedArticle,
  reader: CommentReader,
  comment: CommentRecord,
  guestToken: string | null,
): CommentChanged {
  const view = { article, reader, now: clock(), liked: new Set<number>() };
  return {
    msg: comment.state === 'published' ? commentMessages.posted : commentMessages.held,
    comment: toCommentResponse(comment, view),
    result: countComments(database, article.id),
    guestToken,
  };
}

function required(comment: CommentRecord | null): CommentRecord {
  if (!comment) throw new DomainError('NOT_FOUND');
  return comment;
}
