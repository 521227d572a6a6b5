import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { flag, tableWithoutRowid } from './columns.ts';

export const settings = tableWithoutRowid('settings', {
  key: text('key').primaryKey(),
  value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: integer('id').primaryKey(),
    publicId: text('public_id').notNull().unique(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    receivedAt: integer('received_at').notNull(),
    /** Null while unread. */
    readAt: integer('read_at'),
    /** Null until it was sent as an email. */
    emailedAt: integer('emailed_at'),
  },
  (table) => [
    index('contact_messages_newest').on(sql`received_at DESC`, sql`id DESC`),
    index('contact_messages_unread')
      .on(sql`received_at DESC`, sql`id DESC`)
      .where(sql`read_at IS NULL`),
    index('contact_messages_by_email').on(table.email),
  ],
);

/** Actions of admins, stored in the transaction of the action. Names of people are read from `users`, so that a deleted account leaves none. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    /** Null for a command on the server. */
    actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** Method and route of the request, or name of the command. */
    action: text('action').notNull(),
    /** Public id of the object, or empty. */
    subject: text('subject').notNull().default(''),
    details: text('details', { mode: 'json' })
      .$type<Record<string, string>>()
      .notNull()
      .default({}),
  },
  (table) => [
    index('audit_log_time').on(table.at, table.id),
    index('audit_log_actor').on(table.actorId, table.at, table.id),
    index('audit_log_action').on(table.action, table.at, table.id),
  ],
);

/** Calls and tokens of the AI helper by UTC day (days since 1970), for its daily quota. */
export const textGenerationDays = sqliteTable('text_generation_days', {
  day: integer('day').primaryKey(),
  calls: integer('calls').notNull(),
  tokens: integer('tokens').notNull(),
});

/** Backups that wait, run or ended. At most one of the schedule and one that an admin requested have not ended. */
export const backupRuns = sqliteTable(
  'backup_runs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** False for a backup of the schedule. */
    requested: flag('requested').notNull(),
    state: text('state', { enum: ['waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    runAt: integer('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    holder: text('holder'),
    /** Time of the last attempt. */
    startedAt: integer('started_at'),
    endedAt: integer('ended_at'),
    /** Name of the stored file, or null. */
    file: text('file'),
    bytes: integer('bytes'),
    /** Reason of the last failed attempt, for the owner. */
    error: text('error'),
  },
  (table) => [
    uniqueIndex('backup_runs_active')
      .on(table.requested)
      .where(sql`state IN ('waiting', 'running')`),
    index('backup_runs_due').on(table.runAt, table.id).where(sql`state = 'waiting'`),
    index('backup_runs_by_state').on(table.state, table.endedAt, table.id),
  ],
);
