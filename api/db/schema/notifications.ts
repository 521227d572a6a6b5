import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { NotificationKind } from '#contracts/notification.ts';
import { users } from './accounts.ts';
import { articles } from './articles.ts';
import { belongsTo, flag, tableWithoutRowid } from './columns.ts';

/** Notifications of members. `subjectKey` is a deduplication key; a row without `in_site` only stores that key. */
export const notifications = sqliteTable(
  'notifications',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    userId: belongsTo('user_id', () => users.id),
    kind: text('kind').$type<NotificationKind>().notNull(),
    byUserId: integer('by_user_id').references(() => users.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull().default(''),
    path: text('path'),
    subjectKey: text('subject_key'),
    inSite: flag('in_site').notNull(),
    createdAt: integer('created_at').notNull(),
    readAt: integer('read_at'),
  },
  (table) => [
    uniqueIndex('notifications_once')
      .on(table.userId, table.kind, table.subjectKey)
      .where(sql`subject_key IS NOT NULL`),
    index('notifications_of_user').on(table.userId, table.id).where(sql`in_site = 1`),
    index('notifications_unread')
      .on(table.userId, table.id)
      .where(sql`in_site = 1 AND read_at IS NULL`),
    index('notifications_by').on(table.byUserId).where(sql`by_user_id IS NOT NULL`),
    index('notifications_by_time').on(table.createdAt),
    index('notifications_of_anybody').on(table.userId),
    index('notifications_by_subject')
      .on(table.subjectKey, table.id)
      .where(sql`subject_key IS NOT NULL`),
  ],
);

/** Notification preferences of members. Without a row, the defaults of the contract apply. */
export const notificationPreferences = tableWithoutRowid(
  'notification_preferences',
  {
    userId: belongsTo('user_id', () => users.id),
    kind: text('kind').$type<NotificationKind>().notNull(),
    inSite: flag('in_site').notNull(),
    byEmail: flag('by_email').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

/** Notifications of members about a new article, each at most once. `lastRecipientId` is the last user who has been notified. */
export const articleAlerts = sqliteTable(
  'article_alerts',
  {
    articleId: integer('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    startedAt: integer('started_at').notNull(),
    lastRecipientId: integer('last_recipient_id').notNull().default(0),
    writtenAt: integer('written_at'),
    /** Time when the article was unpublished before all were notified. */
    unpublishedAt: integer('unpublished_at'),
    removed: integer('removed').notNull().default(0),
  },
  (table) => [
    index('article_alerts_to_write').on(table.articleId).where(sql`written_at IS NULL`),
    index('article_alerts_to_withdraw').on(table.articleId).where(sql`unpublished_at IS NOT NULL`),
  ],
);

/** Real-time events. Every process with listeners reads on from its last id; ids grow in the order of commits. */
export const realTimeEvents = sqliteTable(
  'real_time_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    channel: text('channel').notNull(),
    data: text('data').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    check('real_time_events_data', sql`json_valid(data)`),
    index('real_time_events_by_time').on(table.createdAt),
  ],
);
