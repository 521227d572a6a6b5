import type { CommentEvent } from '#contracts/comment.ts';
import { articleComments } from '#contracts/event-channels.ts';
import type { Queryable } from '../../db/database.ts';
import {
  type CommentRecord,
  countComments,
  type DiscussedArticle,
  findArticleOfComment,
  findCommentById,
} from '../../db/hot/comments.ts';
import { enqueueJob, hasQueuedJobOf } from '../../db/hot/jobs.ts';
import { textOfHtml } from '../../escape-html.ts';
import { publishEvent } from '../events/events.ts';
import {
  exactSubject,
  notify,
  subjectPrefix,
  withdrawNotifications,
} from '../notifications/notify.ts';
import type { CommentContext } from './context.ts';
import { anonymousViewer, toCommentResponse } from './queries.ts';

/** Delay before an article is rendered again, in milliseconds; combines a burst of comments into one rendering. */
const RENDER_DELAY_MS = 250;

export type CommentBefore = Pick<
  CommentRecord,
  'id' | 'publicId' | 'articleId' | 'parentId' | 'parent' | 'state'
>;

/**
 * Schedules rendering, publishes events and sends notifications after a change to a comment.
 * Call it in the transaction of the change, and wake the publisher after the commit.
 */
export function onCommentChanged(
  transaction: Queryable,
  context: Pick<CommentContext, 'config' | 'database' | 'clock'>,
  before: CommentBefore | null,
  id: number,
): void {
  const { database } = context;
  const after = findCommentById(database, id);
  const comment = after ?? before;
  if (!comment) return;
  const article = findArticleOfComment(database, comment.articleId);
  publishEvent(transaction, context, { channel: 'moderation', data: { type: 'queue' } });
  const appeared = after?.state === 'published' && before?.state !== 'published';
  if (before?.state !== 'published' && !appeared) return;
  if (after?.state !== 'published')
    withdrawCommentNotifications(transaction, context, comment.publicId);
  enqueueCommentRendering(context, article.id);
  for (const data of commentEvents(context, article, comment, after, appeared)) {
    publishEvent(transaction, context, { channel: articleComments(article.publicId), data });
  }
  if (appeared) notifyRepliedTo(transaction, context, article, after);
}

/** Yields events for open pages; includes the removal of an empty parent. */
function* commentEvents(
  { database, clock }: Pick<CommentContext, 'database' | 'clock'>,
  article: DiscussedArticle,
  comment: Pick<CommentRecord, 'publicId' | 'parent' | 'parentId'>,
  after: CommentRecord | null,
  appeared: boolean,
): Generator<CommentEvent> {
  const result = countComments(database, article.id);
  const view = { article, viewer: anonymousViewer, now: clock(), liked: new Set<number>() };
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

/** Enqueues one job that renders the article with its current comments. */
export function enqueueCommentRendering(
  { database, clock }: Pick<CommentContext, 'database' | 'clock'>,
  articleId: number,
): void {
  const payload = { article: articleId };
  if (hasQueuedJobOf(database, 'comments', payload)) return;
  const now = clock();
  enqueueJob(database, { kind: 'comments', payload, now, runAt: now + RENDER_DELAY_MS });
}

export function commentPath({ slug }: DiscussedArticle, publicId: string): string {
  return `/blog/${slug}#comment-${publicId}`;
}

/** Withdraws notifications about a comment that is no longer public. */
function withdrawCommentNotifications(
  transaction: Queryable,
  context: Pick<CommentContext, 'clock'>,
  publicId: string,
): void {
  const subjectKey = `comment:${publicId}`;
  const why = 'The comment is no longer public.';
  withdrawNotifications(transaction, context, exactSubject(subjectKey), why);
  withdrawNotifications(transaction, context, subjectPrefix(`${subjectKey}:like`), why);
}

/** Notifies the author of the comment that was replied to and the author of the thread. */
function notifyRepliedTo(
  transaction: Queryable,
  context: Pick<CommentContext, 'config' | 'database' | 'clock'>,
  article: DiscussedArticle,
  reply: CommentRecord,
): void {
  const { parentId, replyToId, publicId } = reply;
  const notifyAuthorOf = (commentId: number | null, title: string) => {
    const userId = commentId === null ? null : findCommentById(context.database, commentId)?.userId;
    if (!userId) return;
    notify(transaction, context, {
      userId,
      kind: 'reply',
      by: reply.userId,
      title,
      excerpt: textOfHtml(reply.html),
      path: commentPath(article, publicId),
      // An author of both comments is notified once.
      subjectKey: `comment:${publicId}`,
    });
  };
  notifyAuthorOf(replyToId ?? parentId, `replied to your comment on “${article.title}”`);
  if (replyToId !== null)
    notifyAuthorOf(parentId, `replied below your comment on “${article.title}”`);
}
