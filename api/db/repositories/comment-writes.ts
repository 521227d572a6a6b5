import { and, eq, exists, isNotNull, isNull, not } from 'drizzle-orm';
import type { ReportReason } from '#contracts/comment-limits.ts';
import type { Queryable } from '../client.ts';
import { deriveCommentScore } from '../derived.ts';
import { commentLikes, commentReports, comments } from '../schema/comments.ts';

export type NewComment = Pick<
  typeof comments.$inferInsert,
  | 'publicId'
  | 'articleId'
  | 'userId'
  | 'guest'
  | 'parentId'
  | 'state'
  | 'createdAt'
  | 'signals'
  | 'clientKey'
> & { text: string; html: string; answersId?: number | null };

/** @returns its row id */
export function insertComment(query: Queryable, comment: NewComment): number {
  return query.insert(comments).values(comment).returning({ id: comments.id }).get().id;
}

/** Changes of a comment. Triggers update counts. */
export type CommentChange = Partial<
  Pick<
    typeof comments.$inferInsert,
    'text' | 'html' | 'state' | 'editedAt' | 'decidedAt' | 'reason' | 'signals' | 'userId' | 'guest'
  >
>;

export function updateComment(query: Queryable, id: number, change: CommentChange): void {
  query.update(comments).set(change).where(eq(comments.id, id)).run();
}

/** True if the comment has replies, public or not. */
export function hasReplies(query: Queryable, id: number): boolean {
  const answer = query.select({ id: comments.id }).from(comments).where(eq(comments.parentId, id));
  return answer.limit(1).get() !== undefined;
}

/** Deletes a comment and its replies permanently; see hasReplies. */
export function deleteComment(query: Queryable, id: number): void {
  query.delete(comments).where(eq(comments.id, id)).run();
}

/** @returns true if the member had not liked it before */
export function insertCommentLike(
  query: Queryable,
  like: typeof commentLikes.$inferInsert,
): boolean {
  const isNew = query.insert(commentLikes).values(like).onConflictDoNothing().run().changes > 0;
  if (isNew) deriveCommentScore(query.$client, like.commentId);
  return isNew;
}

export function deleteCommentLike(query: Queryable, commentId: number, userId: number): void {
  query
    .delete(commentLikes)
    .where(and(eq(commentLikes.commentId, commentId), eq(commentLikes.userId, userId)))
    .run();
  deriveCommentScore(query.$client, commentId);
}

interface NewReport {
  commentId: number;
  userId: number | null;
  reason: ReportReason;
  note: string;
  createdAt: number;
}

/**
 * Stores a report, one per member and one for all guests. Repeated reports are ignored until a
 * moderator has resolved the first one.
 */
export function insertCommentReport(query: Queryable, report: NewReport): void {
  const { commentId, userId, reason, note, createdAt } = report;
  const same = and(
    eq(commentReports.commentId, commentId),
    userId === null ? isNull(commentReports.userId) : eq(commentReports.userId, userId),
    isNotNull(commentReports.settledAt),
  );
  const anew = { reason, note, createdAt, settledAt: null };
  const reopened = query.update(commentReports).set(anew).where(same).run().changes > 0;
  if (!reopened) query.insert(commentReports).values(report).onConflictDoNothing().run();
  deriveCommentScore(query.$client, commentId);
}

/** Resolves the reports of a comment. */
export function resolveReports(query: Queryable, commentId: number, settledAt: number): void {
  const open = and(eq(commentReports.commentId, commentId), isNull(commentReports.settledAt));
  query.update(commentReports).set({ settledAt }).where(open).run();
  deriveCommentScore(query.$client, commentId);
}

/** Reopens the reports that were resolved at that time. */
export function reopenReports(query: Queryable, commentId: number, settledAt: number): void {
  const then = and(
    eq(commentReports.commentId, commentId),
    eq(commentReports.settledAt, settledAt),
  );
  query.update(commentReports).set({ settledAt: null }).where(then).run();
  deriveCommentScore(query.$client, commentId);
}

/** Deletes the empty place of a deleted comment without replies. */
export function clearEmptyPlace(query: Queryable, id: number): void {
  const answers = query.select({ id: comments.id }).from(comments).where(eq(comments.parentId, id));
  query
    .delete(comments)
    .where(and(eq(comments.id, id), eq(comments.state, 'deleted'), not(exists(answers))))
    .run();
}

/** Returns the row ids of all comments of a member. */
export function listCommentsOf(query: Queryable, userId: number): number[] {
  return query
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.userId, userId))
    .all()
    .map(({ id }) => id);
}
