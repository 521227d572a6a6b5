import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { EmailContent, EmailKind } from '#contracts/mail.ts';
import type { NotificationKind } from '#contracts/notification.ts';
import type { SubscriberSource } from '#contracts/subscriber.ts';
import { articles } from './articles.ts';

/** Newsletter subscribers, who count once they have opened the link in their email. */
export const subscribers = sqliteTable(
  'subscribers',
  {
    id: integer('id').primaryKey(),
    publicId: text('public_id').notNull().unique(),
    email: text('email').notNull().unique(),
    source: text('source').$type<SubscriberSource>().notNull(),
    requestedAt: integer('requested_at').notNull(),
    /** SHA-256 of the token in the latest link. */
    linkHash: text('link_hash').unique(),
    linkUntil: integer('link_until').notNull(),
    /** Emails since the last confirmation; each doubles the wait for the next. */
    emailCount: integer('email_count').notNull().default(0),
    emailedAt: integer('emailed_at'),
    /** Null while unconfirmed. */
    confirmedAt: integer('confirmed_at'),
    /** Time to forward the address to the form service, or null. */
    forwardAt: integer('forward_at'),
    forwardedAt: integer('forwarded_at'),
  },
  (table) => [
    index('subscribers_newest').on(sql`requested_at DESC`, sql`id DESC`),
    index('subscribers_confirmed')
      .on(sql`requested_at DESC`, sql`id DESC`)
      .where(sql`confirmed_at IS NOT NULL`),
    index('subscribers_unconfirmed')
      .on(sql`requested_at DESC`, sql`id DESC`)
      .where(sql`confirmed_at IS NULL`),
    index('subscribers_over').on(table.linkUntil).where(sql`confirmed_at IS NULL`),
    index('subscribers_to_forward').on(table.forwardAt).where(sql`forward_at IS NOT NULL`),
  ],
);

/** Articles that are sent to subscribers, each at most once. A row that has not started waits for its publication. */
export const newsletters = sqliteTable(
  'newsletters',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    articleId: integer('article_id')
      .notNull()
      .unique()
      .references(() => articles.id, { onDelete: 'cascade' }),
    requestedAt: integer('requested_at').notNull(),
    /** Subscribers confirmed by then receive it; null until the article is live. */
    startedAt: integer('started_at'),
    /** Last subscriber whose email is stored; writing continues from there. */
    lastRecipientId: integer('last_recipient_id').notNull().default(0),
    /** Null until all emails are stored. */
    writtenAt: integer('written_at'),
  },
  (table) => [
    index('newsletters_to_write')
      .on(table.id)
      .where(sql`started_at IS NOT NULL AND written_at IS NULL`),
  ],
);

/** Emails to single recipients, stored in the transaction of the change that triggers them. */
export const emails = sqliteTable(
  'emails',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    kind: text('kind').$type<EmailKind>().notNull(),
    /** Deduplication key of the kind. */
    subjectKey: text('subject_key'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    messageId: text('message_id').notNull(),
    /** Null once it is no longer needed, since it may contain a secret link. */
    content: text('content', { mode: 'json' }).$type<EmailContent>(),
    state: text('state', { enum: ['queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled'] })
      .notNull()
      .default('queued'),
    /** Lower is sent first. */
    priority: integer('priority').notNull(),
    attempts: integer('attempts').notNull().default(0),
    runAt: integer('run_at').notNull(),
    /** Time of the last retry. */
    retryUntil: integer('retry_until').notNull(),
    /** Time when the email expires, or null. */
    expiresAt: integer('expires_at'),
    holder: text('holder'),
    heldUntil: integer('held_until'),
    /** Time of the first delivery attempt that may have succeeded, or null. */
    handedOverAt: integer('handed_over_at'),
    /** Last response of the SMTP server, or the reason why there was none. */
    response: text('response'),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
    newsletterId: integer('newsletter_id').references(() => newsletters.id, {
      onDelete: 'set null',
    }),
    subscriber: text('subscriber'),
    member: text('member'),
    notificationKind: text('notification_kind').$type<NotificationKind>(),
  },
  (table) => [
    index('emails_waiting').on(table.priority, table.runAt, table.id).where(sql`state = 'queued'`),
    index('emails_sending').on(table.id).where(sql`state = 'sending'`),
    index('emails_by_state').on(table.state, table.id),
    index('emails_readable')
      .on(table.endedAt)
      .where(sql`content IS NOT NULL AND ended_at IS NOT NULL`),
    index('emails_expiring')
      .on(table.expiresAt)
      .where(sql`content IS NOT NULL AND expires_at IS NOT NULL`),
    index('emails_ended').on(table.endedAt).where(sql`ended_at IS NOT NULL`),
    uniqueIndex('emails_one_for_each')
      .on(table.newsletterId, table.subscriber)
      .where(sql`newsletter_id IS NOT NULL`),
    index('emails_of_newsletter')
      .on(table.newsletterId, table.state)
      .where(sql`newsletter_id IS NOT NULL`),
    index('emails_by_recipient').on(table.recipient),
    index('emails_by_subject')
      .on(table.subjectKey, table.recipient)
      .where(sql`subject_key IS NOT NULL`),
    index('emails_to_member').on(table.member, table.createdAt).where(sql`member IS NOT NULL`),
  ],
);
