import type { CommentEvent } from '#contracts/comment.ts';
import { articleComments } from '#contracts/live-channels.ts';
import type { Queryable } from '../../db/client.ts';
import {
  type CommentRecord,
  countComments,
  type DiscussedArticle,
  findArticleOfComment,
  findCommentById,
} from '../../db/repositories/comments.ts';
import { enqueueJob, hasQueuedJobOf } from '../../db/repositories/jobs.ts';
import { announce } from '../live/announce.ts';
import { notify } from '../notifications/notify.ts';
import { exactly, startingWith, withdrawNotifications } from '../notifications/withdraw.ts';
import type { CommentContext } from './context.ts';
import { anybody, toCommentResponse } from './response.ts';

/**
 * Milliseconds that the page of an article waits for further comments before it is rendered: a burst
 * is one rendering, and whoever comes alone is in the page well within a second.
 */
const GATHER_MS = 250;

/** A comment before a change; null when it is new. */
export type Before = Pick<
  CommentRecord,
  'id' | 'publicId' | 'articleId' | 'parentId' | 'parent' | 'state'
>;

/**
 * Tells of a change to a comment whoever it concerns: the publisher, who reads the article right now,
 * moderators, and who is answered. Belongs in the transaction, after the change; wake the publisher
 * when that is over.
 */
export function tellOfChange(
  transaction: Queryable,
  context: Pick<CommentContext, 'config' | 'database' | 'clock'>,
  before: Before | null,
  id: number,
): void {
  const { database } = context;
  const after = findCommentById(database, id);
  const comment = after ?? before;
  if (!comment) return;
  const article = findArticleOfComment(database, comment.articleId);
  announce(transaction, context, { channel: 'moderation', data: { type: 'queue' } });
  const appeared = after?.state === 'published' && before?.state !== 'published';
  if (before?.state !== 'published' && !appeared) return;
  if (after?.state !== 'published') withdrawComment(transaction, context, comment.publicId);
  enqueueBaking(context, article.id);
  for (const data of eventsOf(context, article, comment, after, appeared)) {
    announce(transaction, context, { channel: articleComments(article.publicId), data });
  }
  if (appeared) tellWhoIsAnswered(transaction, context, article, after);
}

/** What open readers hear; where a reply was the last below what is gone, that it goes, too. */
function* eventsOf(
  { database, clock }: Pick<CommentContext, 'database' | 'clock'>,
  article: DiscussedArticle,
  comment: Pick<CommentRecord, 'publicId' | 'parent' | 'parentId'>,
  after: CommentRecord | null,
  appeared: boolean,
): Generator<CommentEvent> {
  const result = countComments(database, article.id);
  const view = { article, reader: anybody, now: clock(), liked: new Set<number>() };
  if (after && (after.state === 'published' || after.replies > 0)) {
    const event = appeared ? 'posted' : 'changed';
    yield { event, comment: toCommentResponse(after, view), result };
  } else {
    yield { event: 'gone', id: comment.publicId, parent: comment.parent, result };
    if (comment.parentId === null || comment.parent === null) return;
    const place = findCommentById(database, comment.parentId);
    if (place && (place.state === 'published' || place.replies > 0)) return;
    yield { event: 'gone', id: comment.parent, parent: null, result };
  }
}

/** Writes the wish to bring an article's page in line with its comments into the outbox, once. */
export function enqueueBaking(
  { database, clock }: Pick<CommentContext, 'database' | 'clock'>,
  articleId: number,
): void {
  const payload = { article: articleId };
  if (hasQueuedJobOf(database, 'comments', payload)) return;
  const now = clock();
  enqueueJob(database, { kind: 'comments', payload, now, runAt: now + GATHER_MS });
}

/** Where a comment stands. */
export function pathOfComment({ slug }: DiscussedArticle, publicId: string): string {
  return `/blog/${slug}#comment-${publicId}`;
}

/** What others were told of it repeats its words, and leads nowhere now. */
function withdrawComment(
  transaction: Queryable,
  context: Pick<CommentContext, 'clock'>,
  publicId: string,
): void {
  const about = `comment:${publicId}`;
  const why = 'The response that it tells of is not public any more.';
  withdrawNotifications(transaction, context, exactly(about), why);
  withdrawNotifications(transaction, context, startingWith(`${about}:like`), why);
}

/** Whoever is answered, and whoever began the thread. */
function tellWhoIsAnswered(
  transaction: Queryable,
  context: Pick<CommentContext, 'config' | 'database' | 'clock'>,
  article: DiscussedArticle,
  reply: CommentRecord,
): void {
  const { parentId, answersId, publicId } = reply;
  const tell = (commentId: number | null, title: string) => {
    const userId = commentId === null ? null : findCommentById(context.database, commentId)?.userId;
    if (!userId) return;
    notify(transaction, context, {
      ...{ userId, kind: 'reply', by: reply.userId, title, excerpt: reply.text },
      path: pathOfComment(article, publicId),
      // Who wrote both hears of it once.
      about: `comment:${publicId}`,
    });
  };
  tell(answersId ?? parentId, `replied to your response to “${article.title}”`);
  if (answersId !== null) tell(parentId, `replied below your response to “${article.title}”`);
}
