import { and, asc, count, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { ModerationList } from '#contracts/comment.ts';
import type { Database } from '../client.ts';
import { foldCase } from '../connection.ts';
import { cachedRead } from '../query-cache.ts';
import { users } from '../schema/accounts.ts';
import { articles } from '../schema/articles.ts';
import { commentReports, comments } from '../schema/comments.ts';

/** Comment in a moderation list. */
export type QueuedComment = ReturnType<typeof listQueue>[number];

/** Maximum characters of the parent's text. */
const BEGINNING = 160;

/** Conditions of the lists. Literal values, because the partial indexes need the same conditions. */
const lists = {
  held: { where: sql`${comments.state} = 'held'`, order: asc },
  reported: {
    where: sql`${comments.reports} > 0 AND ${comments.state} = 'published'`,
    order: asc,
  },
  published: { where: sql`${comments.state} = 'published'`, order: desc },
  rejected: { where: sql`${comments.state} = 'rejected'`, order: desc },
  spam: { where: sql`${comments.state} = 'spam'`, order: desc },
} as const satisfies Record<ModerationList, object>;

/** Shortest search that the trigram index supports, in characters. */
const TRIGRAM = 3;

function searching(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  if ([...search].length < TRIGRAM || search.includes('\0')) {
    return sql`instr(fold_case(${comments.text}), ${foldCase(search)}) > 0`;
  }
  // Quotes disable the operators of FTS5.
  const match = `"${search.replaceAll('"', '""')}"`;
  return sql`${comments.id} IN (SELECT rowid FROM comment_texts WHERE comment_texts MATCH ${match})`;
}

/** Returns one page of a moderation list. */
export function listQueue(
  { query }: Database,
  {
    list,
    search,
    limit,
    offset,
  }: { list: ModerationList; search?: string | undefined; limit: number; offset: number },
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
      signals: comments.signals,
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
    .where(and(where, searching(search)))
    .orderBy(order(comments.createdAt), order(comments.id))
    .limit(limit)
    .offset(offset)
    .all();
}

/** Counts the comments of a moderation list. */
export function countQueue(database: Database, list: ModerationList, search?: string): number {
  return cachedRead(database, `countQueue ${list} ${search ?? ''}`, () => {
    const { query } = database;
    const condition = and(lists[list].where, searching(search));
    return query.select({ found: count() }).from(comments).where(condition).get()?.found ?? 0;
  });
}

/** Report of a comment. */
export type ReportRecord = ReturnType<typeof listReports>[number];

/** Returns the open reports of several comments, oldest first. */
export function listReports({ query }: Database, ids: number[]) {
  const { id, commentId, reason, note, createdAt, userId, settledAt } = commentReports;
  return query
    .select({ commentId, reason, note, name: users.name, createdAt })
    .from(commentReports)
    .leftJoin(users, eq(users.id, userId))
    .where(and(inArray(commentId, ids), isNull(settledAt)))
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
      /** `_id` of the parent. */
      parent: parent.publicId,
      state: comments.state,
      replies: comments.replies,
      /** `_id` of the article. */
      article: articles.publicId,
      /** `_id` of the author. */
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
export function listRefused(
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
  return query.select({ found: count() }).from(held).get()?.found ?? 0;
}
