import { sql } from 'drizzle-orm';
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core';
import type { Privacy, Project } from '#contracts/user.ts';
import { belongsTo, flag, list, nocaseText, tableWithoutRowid } from './columns.ts';

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey(),
    publicId: text('public_id').notNull().unique(),
    email: nocaseText('email').notNull().unique(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** 1: an admin. */
    role: integer('role').notNull().default(0),
    status: text('status', { enum: ['active', 'suspended', 'deleted', 'placeholder'] })
      .notNull()
      .default('active'),
    avatar: text('avatar'),
    title: text('title').notNull().default(''),
    bio: text('bio').notNull().default(''),
    phone: text('phone').notNull().default(''),
    location: text('location').notNull().default(''),
    work: list('work').notNull().default([]),
    education: list('education').notNull().default([]),
    skills: list('skills').notNull().default([]),
    websites: list('websites').notNull().default([]),
    socialMedia: list('social_media').notNull().default([]),
    notifications: flag('notifications').notNull().default(false),
    passwordChangedAt: integer('password_changed_at').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    emailConfirmedAt: integer('email_confirmed_at'),
    invitedAt: integer('invited_at'),
    projects: text('projects', { mode: 'json' }).$type<Project[]>().notNull().default([]),
    privacy: text('privacy', { mode: 'json' }).$type<Partial<Privacy>>().notNull().default({}),
  },
  (table) => [
    check('users_role', sql`role IN (0, 1)`),
    index('users_role').on(table.role, table.status),
    index('users_by_name')
      .on(sql`name COLLATE NOCASE`, table.id)
      .where(sql`status IN ('active', 'suspended')`),
    index('users_by_last_name')
      .on(
        sql`CASE WHEN instr(name, ' ') > 0 THEN replace(name, rtrim(name, replace(name, ' ', '')), '') ELSE '' END COLLATE NOCASE`,
        table.id,
      )
      .where(sql`status IN ('active', 'suspended')`),
    index('users_by_email').on(table.email, table.id).where(sql`status IN ('active', 'suspended')`),
    index('users_by_type').on(table.role, table.id).where(sql`status IN ('active', 'suspended')`),
    index('users_by_joining')
      .on(table.createdAt, table.id)
      .where(sql`status IN ('active', 'suspended')`),
    index('users_by_anniversary')
      .on(sql`strftime('%m-%d', created_at / 1000, 'unixepoch')`, table.id)
      .where(sql`status IN ('active', 'suspended')`),
    index('users_suspended').on(table.id).where(sql`status = 'suspended'`),
    index('users_invited').on(table.invitedAt).where(sql`invited_at IS NOT NULL`),
    index('users_with_alerts').on(table.id).where(sql`notifications = 1`),
  ],
);

/** Uploaded profile pictures. `users.avatar` is the URL of the one in use; `name` is the file name in uploads/avatars. */
export const avatars = sqliteTable(
  'avatars',
  {
    id: integer('id').primaryKey(),
    publicId: text('public_id').notNull().unique(),
    userId: belongsTo('user_id', () => users.id),
    name: text('name').notNull().unique(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('avatars_of_user').on(table.userId),
    index('avatars_by_age').on(table.createdAt),
  ],
);

/** Signed-in devices. The refresh token rotates; its predecessor stays valid for a few seconds, for tabs that refresh at once. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    refreshHash: text('refresh_hash').notNull().unique(),
    previousHash: text('previous_hash'),
    previousValidUntil: integer('previous_valid_until'),
    remember: flag('remember').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    idleUntil: integer('idle_until').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
    revokedReason: text('revoked_reason'),
    /** Time of the last authentication on this device. */
    confirmedAt: integer('confirmed_at').notNull().default(0),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_previous').on(table.previousHash),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

/** Hashes of tokens that work once: links in emails, the step between password and second factor. Using one deletes its row. */
export const oneTimeTokens = sqliteTable(
  'one_time_tokens',
  {
    hash: text('hash').primaryKey(),
    kind: text('kind').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    data: text('data', { mode: 'json' }).$type<unknown>().notNull().default({}),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The token works until this changes; null for tokens that outlive a password change. */
    passwordChangedAt: integer('password_changed_at'),
  },
  (table) => [
    index('one_time_tokens_user').on(table.userId, table.kind, table.createdAt),
    index('one_time_tokens_expiry').on(table.expiresAt),
  ],
);

/** Recent sign-in attempts for the rate limits. `key` is an HMAC of the limited value, so no addresses are stored. */
export const signInAttempts = tableWithoutRowid(
  'sign_in_attempts',
  { key: text('key').notNull(), at: integer('at').notNull(), attempt: text('attempt').notNull() },
  (table) => [
    primaryKey({ columns: [table.key, table.at, table.attempt] }),
    index('sign_in_attempts_attempt').on(table.attempt),
    index('sign_in_attempts_time').on(table.at),
  ],
);

export const setupTokens = sqliteTable('setup_tokens', {
  hash: text('hash').primaryKey(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
});

/** Secrets of authenticator apps, encrypted with a key that is not in the database. */
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  encrypted: blob('encrypted', { mode: 'buffer' }).notNull(),
  createdAt: integer('created_at').notNull(),
  /** Null until the first code was entered. */
  confirmedAt: integer('confirmed_at'),
  /** Step of the last used code; this and earlier codes are rejected. */
  usedStep: integer('used_step').notNull().default(0),
});

export const recoveryCodes = tableWithoutRowid(
  'recovery_codes',
  {
    userId: belongsTo('user_id', () => users.id),
    hash: text('hash').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    publicId: text('public_id').notNull().unique(),
    name: text('name').notNull(),
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    counter: integer('counter').notNull(),
    transports: list('transports').notNull().default([]),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId, table.createdAt)],
);

/** OAuth accounts that can sign in. `subject` is the permanent id at the provider; the login name can change there. */
export const oauthAccounts = tableWithoutRowid(
  'oauth_accounts',
  {
    host: text('host').notNull(),
    subject: text('subject').notNull(),
    userId: belongsTo('user_id', () => users.id),
    login: text('login').notNull(),
    linkedAt: integer('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.subject] }),
    unique().on(table.userId, table.host),
  ],
);

/** Browsers that have passed a second factor and skip it from then on. */
export const trustedDevices = tableWithoutRowid(
  'trusted_devices',
  {
    userId: belongsTo('user_id', () => users.id),
    hash: text('hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);
