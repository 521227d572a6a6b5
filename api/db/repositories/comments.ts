import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, lt, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { ModerationList } from '#contracts/comment.ts';
import type { ReportReason } from '#contracts/comment-limits.ts';
import { countRows, type Database, type Page, type Queryable } from '../database.ts';
import { deriveCommentScore } from '../derived.ts';
import { cachedRead } from '../query-cache.ts';
import { users } from '../schema/accounts.ts';
import { articles } from '../schema/articles.ts';
import { commentLikes, commentReports, comments } from '../schema/comments.ts';
import { containing } from '../trigram-search.ts';

export type NewComment = Pick<
  typeof comments.$inferInsert,
  | 'publicId'
  | 'articleId'
  | 'userId'
  | 'guest'
  | 'parentId'
  | 'state'
  | 'createdAt'
  | 'spamFactors'
  | 'clientKey'
> & { text: string; html: string; replyToId?: number | null };

/** @returns its row id */
export function insertComment(query: Queryable, comment: NewComment): number {
  return query.insert(comments).values(comment).returning({ id: comments.id }).get().id;
}

/** Changes of a comment. Triggers update counts. */
export type CommentChange = Partial<
  Pick<
    typeof comments.$inferInsert,
    | 'text'
    | 'html'
    | 'state'
    | 'editedAt'
    | 'decidedAt'
    | 'reason'
    | 'spamFactors'
    | 'userId'
    | 'guest'
  >
>;

export function updateComment(query: Queryable, id: number, change: CommentChange): void {
  query.update(comments).set(change).where(eq(comments.id, id)).run();
}

/** True if the comment has replies, public or not. */
export function hasReplies(query: Queryable, id: number): boolean {
  const childComments = query
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.parentId, id));
  return childComments.limit(1).get() !== undefined;
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
  if (isNew) deriveCommentScore(query, like.commentId);
  return isNew;
}

export function deleteCommentLike(query: Queryable, commentId: number, userId: number): void {
  query
    .delete(commentLikes)
    .where(and(eq(commentLikes.commentId, commentId), eq(commentLikes.userId, userId)))
    .run();
  deriveCommentScore(query, commentId);
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
    isNotNull(commentReports.resolvedAt),
  );
  const anew = { reason, note, createdAt, resolvedAt: null };
  const reopened = query.update(commentReports).set(anew).where(same).run().changes > 0;
  if (!reopened) query.insert(commentReports).values(report).onConflictDoNothing().run();
  deriveCommentScore(query, commentId);
}

export function resolveReports(query: Queryable, commentId: number, resolvedAt: number): void {
  const open = and(eq(commentReports.commentId, commentId), isNull(commentReports.resolvedAt));
  query.update(commentReports).set({ resolvedAt }).where(open).run();
  deriveCommentScore(query, commentId);
}

/** Reopens the reports that were resolved at that time. */
export function reopenReports(query: Queryable, commentId: number, resolvedAt: number): void {
  const then = and(
    eq(commentReports.commentId, commentId),
    eq(commentReports.resolvedAt, resolvedAt),
  );
  query.update(commentReports).set({ resolvedAt: null }).where(then).run();
  deriveCommentScore(query, commentId);
}

/** Deletes the empty place of a deleted comment without replies. */
export function clearEmptyPlace(query: Queryable, id: number): void {
  const childComments = query
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.parentId, id));
  query
    .delete(comments)
    .where(and(eq(comments.id, id), eq(comments.state, 'deleted'), not(exists(childComments))))
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

export type QueuedComment = ReturnType<typeof listQueue>[number];

/** Maximum characters of the parent's text. */
const BEGINNING = 160;

/** Conditions of the lists. Literal values, because the partial indexes need the same conditions. */
const lists = {
  held: { where: sql`${comments.state} = 'held'`, order: asc },
  reported: { where: sql`${comments.reports} > 0 AND ${comments.state} = 'published'`, order: asc },
  published: { where: sql`${comments.state} = 'published'`, order: desc },
  rejected: { where: sql`${comments.state} = 'rejected'`, order: desc },
  spam: { where: sql`${comments.state} = 'spam'`, order: desc },
} as const satisfies Record<ModerationList, object>;

const texts = { id: comments.id, index: 'comment_texts', columns: [comments.text] };

export function listQueue(
  { query }: Database,
  { list, search, limit, offset }: Page & { list: ModerationList; search?: string | undefined },
) {
  const parent = alias(comments, 'parent');
  const author = alias(users, 'parent_author');
  const parentName = query
    .select({ name: author.name })
    .from(author)
    .where(eq(author.id, parent.userId));
  const { where, order } = lists[list];
  return query
    .select({
      id: comments.id,
      publicId: comments.publicId,
      parent: parent.publicId,
      userId: comments.userId,
      guest: comments.guest,
      member: users.publicId,
      name: users.name,
      avatar: users.avatar,
      status: users.status,
      email: users.email,
      state: comments.state,
      createdAt: comments.createdAt,
      editedAt: comments.editedAt,
      decidedAt: comments.decidedAt,
      likes: comments.likes,
      reason: comments.reason,
      spamFactors: comments.spamFactors,
      text: comments.text,
      html: comments.html,
      blog: articles.publicId,
      slug: articles.slug,
      title: articles.title,
      parentText: sql<string | null>`substr(${parent.text}, 1, ${sql.raw(String(BEGINNING))})`,
      parentName: sql<string | null>`${parentName}`,
      parentGuest: parent.guest,
    })
    .from(comments)
    .innerJoin(articles, eq(articles.id, comments.articleId))
    .leftJoin(users, eq(users.id, comments.userId))
    .leftJoin(parent, eq(parent.id, comments.parentId))
    .where(and(where, containing(search, texts)))
    .orderBy(order(comments.createdAt), order(comments.id))
    .limit(limit)
    .offset(offset)
    .all();
}

export function countQueue(database: Database, list: ModerationList, search?: string): number {
  return cachedRead(database, `countQueue ${list} ${search ?? ''}`, () => {
    const { query } = database;
    const condition = and(lists[list].where, containing(search, texts));
    return countRows(query, comments, condition);
  });
}

export type ReportRecord = ReturnType<typeof listReports>[number];

/** Returns the open reports of several comments, oldest first. */
export function listReports({ query }: Database, ids: number[]) {
  const { id, commentId, reason, note, createdAt, userId, resolvedAt } = commentReports;
  return query
    .select({ commentId, reason, note, name: users.name, createdAt })
    .from(commentReports)
    .leftJoin(users, eq(users.id, userId))
    .where(and(inArray(commentId, ids), isNull(resolvedAt)))
    .orderBy(asc(id))
    .all();
}

/** Comment with everything that a moderation decision needs. */
export type DecidedComment = NonNullable<ReturnType<typeof findDecided>>;

export function findDecided({ query }: Database, id: string) {
  const parent = alias(comments, 'parent');
  return query
    .select({
      id: comments.id,
      publicId: comments.publicId,
      articleId: comments.articleId,
      userId: comments.userId,
      parentId: comments.parentId,
      parent: parent.publicId,
      state: comments.state,
      replies: comments.replies,
      article: articles.publicId,
      member: users.publicId,
    })
    .from(comments)
    .innerJoin(articles, eq(articles.id, comments.articleId))
    .leftJoin(users, eq(users.id, comments.userId))
    .leftJoin(parent, eq(parent.id, comments.parentId))
    .where(eq(comments.publicId, id))
    .get();
}

/** Returns comments that were rejected before a time, oldest first. */
export function listRejected(
  { query }: Database,
  { state, before, limit }: { state: 'rejected' | 'spam'; before: number; limit: number },
) {
  const { id, parentId, createdAt, decidedAt } = comments;
  return query
    .select({ id, parentId })
    .from(comments)
    .where(
      and(
        eq(comments.state, state),
        lt(createdAt, before),
        sql`coalesce(${decidedAt}, ${createdAt}) < ${before}`,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
    .all();
}

/** Returns spam except for the newest comments. */
export function listSpamBehind(
  { query }: Database,
  { newest, limit }: { newest: number; limit: number },
) {
  const { id, parentId, createdAt, state } = comments;
  return query
    .select({ id, parentId })
    .from(comments)
    .where(eq(state, 'spam'))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(newest)
    .all();
}

/** Counts the held comments of guests up to `most`. */
export function countHeldOfGuests({ query }: Database, most: number): number {
  const held = query
    .select({ one: sql`1`.as('one') })
    .from(sql`comments INDEXED BY comments_held_of_guests`)
    .where(sql`${comments.state} = 'held' AND ${comments.guest} IS NOT NULL`)
    .limit(most)
    .as('page');
  return countRows(query, held);
}
