import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { ReportReason } from '#contracts/comment-limits.ts';
import { users } from './accounts.ts';
import { articles } from './articles.ts';
import { belongsTo, list, tableWithoutRowid } from './columns.ts';

/** Comments below articles. A guest has a random id instead of a user; a comment without both belongs to a deleted account. */
export const comments = sqliteTable(
  'comments',
  {
    id: integer('id').primaryKey(),
    publicId: text('public_id').notNull().unique(),
    articleId: belongsTo('article_id', () => articles.id),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    guest: text('guest'),
    /** A reply's parent is never a reply. */
    parentId: integer('parent_id').references((): AnySQLiteColumn => comments.id, {
      onDelete: 'cascade',
    }),
    state: text('state', { enum: ['published', 'held', 'rejected', 'spam', 'deleted'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    editedAt: integer('edited_at'),
    decidedAt: integer('decided_at'),
    /** Triggers count likes, reports and replies. */
    likes: integer('likes').notNull().default(0),
    reports: integer('reports').notNull().default(0),
    replies: integer('replies').notNull().default(0),
    /** Lower bound of the Wilson interval of likes and reports by members. */
    score: real('score').notNull().default(0),
    /** Deleted comments keep their place while they have replies. */
    shown: integer('shown')
      .notNull()
      .generatedAlwaysAs(sql`state = 'published' OR replies > 0`, { mode: 'stored' }),
    /** Factors of the spam score. */
    spamFactors: list('spam_factors').notNull().default([]),
    reason: text('reason'),
    text: text('text').notNull(),
    html: text('html').notNull(),
    clientKey: text('client_key'),
    replyToId: integer('reply_to_id').references((): AnySQLiteColumn => comments.id, {
      onDelete: 'set null',
    }),
  },
  (table) => [
    index('comments_recent').on(
      table.articleId,
      table.parentId,
      table.shown,
      table.createdAt,
      table.id,
    ),
    index('comments_relevant')
      .on(table.articleId, table.score, table.createdAt, table.id)
      .where(sql`parent_id IS NULL AND shown = 1`),
    index('comments_replies')
      .on(table.parentId, table.state, table.createdAt, table.id)
      .where(sql`parent_id IS NOT NULL`),
    index('comments_by_user')
      .on(table.userId, table.state, table.createdAt, table.id)
      .where(sql`user_id IS NOT NULL`),
    index('comments_by_guest')
      .on(table.guest, table.state, table.createdAt, table.id)
      .where(sql`guest IS NOT NULL`),
    index('comments_by_state').on(table.state, table.createdAt, table.id),
    index('comments_reported')
      .on(table.createdAt, table.id)
      .where(sql`reports > 0 AND state = 'published'`),
    uniqueIndex('comments_once_of_member')
      .on(table.articleId, table.userId, table.clientKey)
      .where(sql`client_key IS NOT NULL AND user_id IS NOT NULL`),
    uniqueIndex('comments_once_of_guest')
      .on(table.articleId, table.guest, table.clientKey)
      .where(sql`client_key IS NOT NULL AND guest IS NOT NULL`),
    index('comments_reply_to').on(table.replyToId).where(sql`reply_to_id IS NOT NULL`),
    index('comments_held_of_guests').on(table.id).where(sql`state = 'held' AND guest IS NOT NULL`),
    index('comments_public')
      .on(table.articleId, table.createdAt, table.id, table.publicId)
      .where(sql`state = 'published'`),
  ],
);

export const commentLikes = tableWithoutRowid(
  'comment_likes',
  {
    commentId: belongsTo('comment_id', () => comments.id),
    userId: belongsTo('user_id', () => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.userId] }),
    index('comment_likes_by_user').on(table.userId, table.commentId),
    index('comment_likes_latest').on(table.commentId, table.createdAt, table.userId),
  ],
);

/** Reports of comments: one by each member, and one by all guests together. */
export const commentReports = sqliteTable(
  'comment_reports',
  {
    id: integer('id').primaryKey(),
    commentId: belongsTo('comment_id', () => comments.id),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    reason: text('reason').$type<ReportReason>().notNull(),
    note: text('note').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    resolvedAt: integer('resolved_at'),
  },
  (table) => [
    uniqueIndex('comment_reports_once').on(table.commentId, sql`coalesce(user_id, 0)`),
    index('comment_reports_by_user').on(table.userId).where(sql`user_id IS NOT NULL`),
  ],
);

/** Number of public comments of each article. Triggers count it. */
export const commentCounts = sqliteTable('comment_counts', {
  articleId: integer('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  published: integer('published').notNull(),
});
