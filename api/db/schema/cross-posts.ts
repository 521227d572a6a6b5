import { sql } from 'drizzle-orm';
import { blob, index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { articles } from './articles.ts';
import { belongsTo, tableWithoutRowid } from './columns.ts';

/** Accounts at other services that articles are posted to. Access is encrypted with a key that is not in the database. */
export const connections = tableWithoutRowid(
  'connections',
  {
    target: text('target', { enum: ['linkedin', 'dev', 'medium'] }).primaryKey(),
    encrypted: blob('encrypted', { mode: 'buffer' }).notNull(),
    /** Id of the account at the service. */
    account: text('account').notNull(),
    name: text('name').notNull(),
    connectedAt: integer('connected_at').notNull(),
    /** Null if access does not expire. */
    expiresAt: integer('expires_at'),
    /** Time when admins were notified of the expiry. */
    remindedAt: integer('reminded_at'),
    /** Time when the service first rejected access, or null. */
    refusedAt: integer('refused_at'),
  },
  (table) => [
    index('connections_ending')
      .on(table.expiresAt)
      .where(sql`expires_at IS NOT NULL AND reminded_at IS NULL`),
  ],
);

/** Cross-posts: one row for each article and service, so that no article is posted twice. */
export const crossPosts = sqliteTable(
  'cross_posts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    articleId: belongsTo('article_id', () => articles.id),
    target: text('target', { enum: ['linkedin', 'dev', 'medium'] }).notNull(),
    state: text('state', {
      enum: ['scheduled', 'sending', 'sent', 'failed', 'unknown', 'cancelled'],
    })
      .notNull()
      .default('scheduled'),
    attempts: integer('attempts').notNull().default(0),
    /** Time of the next step, or null if none is due. */
    nextAt: integer('next_at'),
    holder: text('holder'),
    heldUntil: integer('held_until'),
    /** Id of the post at the service. */
    remoteId: text('remote_id'),
    url: text('url'),
    reason: text('reason'),
    /** Hash of the content sent last. */
    fingerprint: text('fingerprint'),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (table) => [
    unique().on(table.articleId, table.target),
    index('cross_posts_due').on(table.nextAt, table.id).where(sql`next_at IS NOT NULL`),
    index('cross_posts_sending').on(table.id).where(sql`state = 'sending'`),
    index('cross_posts_by_state').on(table.state, table.id),
    index('cross_posts_by_target').on(table.target, table.state).where(sql`next_at IS NULL`),
  ],
);
