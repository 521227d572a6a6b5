/** The tables as drizzle sees them. The migrations are the truth; a test compares the two. */
import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  blob,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core';
import type { ArticleState } from '#contracts/article.ts';
import type { CommentState } from '#contracts/comment.ts';
import type { ReportReason } from '#contracts/comment-limits.ts';
import type { CrossPostState, CrossPostTarget } from '#contracts/cross-post.ts';
import type { DisputeReason, DisputeState } from '#contracts/dispute-words.ts';
import type { ReviewState } from '#contracts/game-review.ts';
import type { JobKind, JobState } from '#contracts/job.ts';
import type { Letter, MailKind, MailState } from '#contracts/mail.ts';
import type { NotificationKind } from '#contracts/notification.ts';
import type { OrderAddress, Provider } from '#contracts/order.ts';
import type { PictureVariants } from '#contracts/picture.ts';
import type { ProductKeySource, ProductSells, ProductState } from '#contracts/product.ts';
import type { RevisionKind } from '#contracts/revision.ts';
import type { BuiltKind } from '#contracts/search-index.ts';
import type { SubscriberSource } from '#contracts/subscriber.ts';
import type { Privacy, Project } from '#contracts/user.ts';

const flag = (name: string) => integer(name, { mode: 'boolean' });
const list = (name: string) => text(name, { mode: 'json' }).$type<string[]>();

export const users = sqliteTable('users', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  passwordHash: text('password_hash').notNull(),
  role: integer('role').notNull().default(0),
  status: text('status')
    .$type<'active' | 'suspended' | 'deleted' | 'placeholder'>()
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
});

export const avatars = sqliteTable('avatars', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text('name').notNull().unique(),
  createdAt: integer('created_at').notNull(),
});

export const sessions = sqliteTable('sessions', {
  id: text('id').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
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
  confirmedAt: integer('confirmed_at').notNull().default(0),
});

export const oneTimeTokens = sqliteTable('one_time_tokens', {
  hash: text('hash').primaryKey(),
  kind: text('kind').notNull(),
  userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  data: text('data', { mode: 'json' }).$type<unknown>().notNull().default({}),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  passwordChangedAt: integer('password_changed_at'),
});

export const signInAttempts = sqliteTable(
  'sign_in_attempts',
  {
    key: text('key').notNull(),
    at: integer('at').notNull(),
    attempt: text('attempt').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.at, table.attempt] })],
);

export const setupTokens = sqliteTable('setup_tokens', {
  hash: text('hash').primaryKey(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
});

export const totpSecrets = sqliteTable('totp_secrets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealed: blob('sealed', { mode: 'buffer' }).notNull(),
  createdAt: integer('created_at').notNull(),
  confirmedAt: integer('confirmed_at'),
  usedStep: integer('used_step').notNull().default(0),
});

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

export const passkeys = sqliteTable('passkeys', {
  id: text('id').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  publicId: text('public_id').notNull().unique(),
  name: text('name').notNull(),
  publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
  counter: integer('counter').notNull(),
  transports: list('transports').notNull().default([]),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at'),
});

export const codeHostAccounts = sqliteTable(
  'code_host_accounts',
  {
    host: text('host').notNull(),
    subject: text('subject').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    login: text('login').notNull(),
    linkedAt: integer('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.subject] }),
    unique().on(table.userId, table.host),
  ],
);

export const trustedDevices = sqliteTable(
  'trusted_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

export const categories = sqliteTable('categories', {
  id: integer('id').primaryKey(),
  kind: text('kind').$type<'article' | 'product'>().notNull(),
  name: text('name').notNull(),
});

export const media = sqliteTable('media', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  fileName: text('file_name').notNull().unique(),
  sourceHash: text('source_hash').notNull().unique(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: integer('bytes').notNull(),
  mime: text('mime').notNull(),
  folder: text('folder').notNull().default('articles'),
  createdAt: integer('created_at').notNull(),
  variants: text('variants', { mode: 'json' }).$type<PictureVariants>(),
  name: text('name').notNull().default(''),
  alt: text('alt').notNull().default(''),
  uploaderId: integer('uploader_id').references(() => users.id, { onDelete: 'set null' }),
});

export const articles = sqliteTable('articles', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  authorId: integer('author_id')
    .notNull()
    .references(() => users.id),
  title: text('title').notNull(),
  subtitle: text('subtitle').notNull().default(''),
  description: text('description').notNull().default(''),
  words: integer('words').notNull().default(0),
  language: text('language').notNull().default('en'),
  slug: text('slug').notNull().unique(),
  series: text('series'),
  seriesSlug: text('series_slug'),
  mediaId: integer('media_id').references(() => media.id),
  imageAlt: text('image_alt').notNull().default(''),
  linkedin: flag('linkedin').notNull().default(false),
  dev: flag('dev').notNull().default(false),
  medium: flag('medium').notNull().default(false),
  linkedinContent: text('linkedin_content').notNull().default(''),
  draft: flag('draft').notNull().default(true),
  archived: flag('archived').notNull().default(false),
  scheduledAt: integer('scheduled_at'),
  publishedAt: integer('published_at'),
  deletedAt: integer('deleted_at'),
  views: integer('views').notNull().default(0),
  version: integer('version').notNull().default(1),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  state: text('state')
    .$type<ArticleState>()
    .notNull()
    .generatedAlwaysAs('see the migration', { mode: 'stored' }),
  toc: text('toc', { mode: 'json' })
    .$type<{ depth: number; id: string; text: string }[]>()
    .notNull()
    .default([]),
  html: text('html').notNull().default(''),
  markdown: text('markdown').notNull().default(''),
  scheduleZone: text('schedule_zone'),
});

export const pictureUses = sqliteTable(
  'picture_uses',
  {
    fileName: text('file_name').notNull(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.fileName, table.articleId] })],
);

export const copiedPictures = sqliteTable(
  'copied_pictures',
  {
    fileName: text('file_name').notNull(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.fileName, table.articleId] })],
);

export const sharePictures = sqliteTable('share_pictures', {
  articleId: integer('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  key: text('key').notNull(),
});

export const articleTags = sqliteTable(
  'article_tags',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    tag: text('tag').notNull(),
    listedAt: integer('listed_at'),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.tag] })],
);

export const articleCategories = sqliteTable(
  'article_categories',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    slug: text('slug').notNull().default(''),
    listedAt: integer('listed_at'),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.categoryId] })],
);

export const formerSlugs = sqliteTable('former_slugs', {
  slug: text('slug').primaryKey(),
  articleId: integer('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' }),
  createdAt: integer('created_at').notNull(),
});

export const articleSources = sqliteTable('article_sources', {
  source: text('source').primaryKey(),
  articleId: integer('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' }),
});

/** What an author decides about an article, as a revision keeps it. */
export interface StoredFields {
  title: string;
  subtitle: string;
  description: string;
  markdown: string;
  language: string;
  categories: string[];
  tags: string[];
  series: string | null;
  slug: string;
  /** Public id of the image. */
  image: string | null;
  imageAlt: string;
  linkedin: boolean;
  dev: boolean;
  medium: boolean;
  linkedinContent: string;
  scheduledAt: number | null;
  scheduleZone: string | null;
  /** Of a working copy alone: whether subscribers shall get it. */
  newsletter?: boolean;
}

export const articleRevisions = sqliteTable('article_revisions', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  articleId: integer('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' }),
  userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
  kind: text('kind').$type<RevisionKind>().notNull(),
  version: integer('version').notNull(),
  startedAt: integer('started_at').notNull(),
  savedAt: integer('saved_at').notNull(),
  words: integer('words').notNull(),
  title: text('title').notNull(),
  sitting: text('sitting'),
  fields: text('fields', { mode: 'json' }).$type<StoredFields>().notNull(),
});

export const articleCopies = sqliteTable(
  'article_copies',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sitting: text('sitting').notNull(),
    version: integer('version').notNull(),
    savedAt: integer('saved_at').notNull(),
    fields: text('fields', { mode: 'json' }).$type<StoredFields>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.userId, table.sitting] })],
);

export const draftLinks = sqliteTable('draft_links', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  articleId: integer('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' }),
  createdAt: integer('created_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  seenAt: integer('seen_at'),
});

export const comments = sqliteTable('comments', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  articleId: integer('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' }),
  userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
  guest: text('guest'),
  parentId: integer('parent_id').references((): AnySQLiteColumn => comments.id, {
    onDelete: 'cascade',
  }),
  state: text('state').$type<CommentState>().notNull(),
  createdAt: integer('created_at').notNull(),
  editedAt: integer('edited_at'),
  decidedAt: integer('decided_at'),
  likes: integer('likes').notNull().default(0),
  reports: integer('reports').notNull().default(0),
  replies: integer('replies').notNull().default(0),
  score: real('score').notNull().default(0),
  shown: integer('shown')
    .notNull()
    .generatedAlwaysAs(sql`state = 'published' OR replies > 0`, { mode: 'stored' }),
  signals: list('signals').notNull().default([]),
  reason: text('reason'),
  text: text('text').notNull(),
  html: text('html').notNull(),
  clientKey: text('client_key'),
  answersId: integer('answers_id').references((): AnySQLiteColumn => comments.id, {
    onDelete: 'set null',
  }),
});

export const commentLikes = sqliteTable(
  'comment_likes',
  {
    commentId: integer('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.userId] })],
);

export const commentReports = sqliteTable('comment_reports', {
  id: integer('id').primaryKey(),
  commentId: integer('comment_id')
    .notNull()
    .references(() => comments.id, { onDelete: 'cascade' }),
  userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  reason: text('reason').$type<ReportReason>().notNull(),
  note: text('note').notNull().default(''),
  createdAt: integer('created_at').notNull(),
  settledAt: integer('settled_at'),
});

export const commentCounts = sqliteTable('comment_counts', {
  articleId: integer('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  published: integer('published').notNull(),
});

export const articleViews = sqliteTable(
  'article_views',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    day: integer('day').notNull(),
    reader: text('reader').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.articleId, table.reader] })],
);

export const articleDays = sqliteTable(
  'article_days',
  {
    day: integer('day').notNull(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    views: integer('views').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.articleId] })],
);

export const trending = sqliteTable('trending', {
  position: integer('position').primaryKey(),
  articleId: integer('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' }),
});

export const jobs = sqliteTable('jobs', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind').$type<JobKind>().notNull(),
  payload: text('payload', { mode: 'json' }).$type<unknown>().notNull(),
  articleId: integer('article_id'),
  state: text('state').$type<JobState>().notNull().default('queued'),
  priority: integer('priority').notNull().default(5),
  runAt: integer('run_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  leaseHolder: text('lease_holder'),
  leaseUntil: integer('lease_until'),
  error: text('error'),
  result: text('result', { mode: 'json' }).$type<unknown>(),
  createdAt: integer('created_at').notNull(),
  startedAt: integer('started_at'),
  finishedAt: integer('finished_at'),
});

export const builtDocuments = sqliteTable('built_documents', {
  id: integer('id').primaryKey(),
  path: text('path').notNull().unique(),
  kind: text('kind').$type<BuiltKind>().notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  tags: list('tags').notNull(),
  headings: list('headings').notNull(),
  text: text('text').notNull(),
  searchId: integer('search_id').notNull().unique().generatedAlwaysAs(sql`see the migration`),
});

export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  heldUntil: integer('held_until').notNull(),
});

export const releases = sqliteTable('releases', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  buildId: text('build_id').notNull(),
  schemaVersion: integer('schema_version').notNull(),
  state: text('state').$type<'rendering' | 'live' | 'previous' | 'failed' | 'removed'>().notNull(),
  error: text('error'),
  createdAt: integer('created_at').notNull(),
  liveAt: integer('live_at'),
});

export const pages = sqliteTable(
  'pages',
  {
    id: integer('id').primaryKey(),
    releaseId: integer('release_id')
      .notNull()
      .references(() => releases.id, { onDelete: 'cascade' }),
    path: text('path').notNull(),
    kind: text('kind').notNull(),
    checksum: integer('checksum'),
    renderedAt: integer('rendered_at').notNull(),
  },
  (table) => [unique().on(table.releaseId, table.path)],
);

export const pageReads = sqliteTable(
  'page_reads',
  {
    releaseId: integer('release_id').notNull(),
    tag: text('tag').notNull(),
    pageId: integer('page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.tag, table.pageId] })],
);

export const listPages = sqliteTable(
  'list_pages',
  {
    list: text('list').notNull(),
    number: integer('number').notNull(),
    fromTime: integer('from_time').notNull(),
    fromId: integer('from_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.number] })],
);

export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const contactMessages = sqliteTable('contact_messages', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  message: text('message').notNull(),
  receivedAt: integer('received_at').notNull(),
  readAt: integer('read_at'),
  mailedAt: integer('mailed_at'),
});

export const subscribers = sqliteTable('subscribers', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  email: text('email').notNull().unique(),
  source: text('source').$type<SubscriberSource>().notNull(),
  askedAt: integer('asked_at').notNull(),
  linkHash: text('link_hash').unique(),
  linkUntil: integer('link_until').notNull(),
  mails: integer('mails').notNull().default(0),
  mailedAt: integer('mailed_at'),
  confirmedAt: integer('confirmed_at'),
  forwardAt: integer('forward_at'),
  forwardedAt: integer('forwarded_at'),
});

export const newsletters = sqliteTable('newsletters', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  publicId: text('public_id').notNull().unique(),
  articleId: integer('article_id')
    .notNull()
    .unique()
    .references(() => articles.id, { onDelete: 'cascade' }),
  wishedAt: integer('wished_at').notNull(),
  startedAt: integer('started_at'),
  reached: integer('reached').notNull().default(0),
  writtenAt: integer('written_at'),
});

export const mails = sqliteTable('mails', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  publicId: text('public_id').notNull().unique(),
  kind: text('kind').$type<MailKind>().notNull(),
  about: text('about'),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  messageId: text('message_id').notNull(),
  letter: text('letter', { mode: 'json' }).$type<Letter>(),
  state: text('state').$type<MailState>().notNull().default('queued'),
  priority: integer('priority').notNull(),
  attempts: integer('attempts').notNull().default(0),
  runAt: integer('run_at').notNull(),
  giveUpAt: integer('give_up_at').notNull(),
  usefulUntil: integer('useful_until'),
  holder: text('holder'),
  heldUntil: integer('held_until'),
  handedOverAt: integer('handed_over_at'),
  answer: text('answer'),
  createdAt: integer('created_at').notNull(),
  endedAt: integer('ended_at'),
  newsletterId: integer('newsletter_id').references(() => newsletters.id, {
    onDelete: 'set null',
  }),
  subscriber: text('subscriber'),
  member: text('member'),
  notice: text('notice').$type<NotificationKind>(),
});

export const pageViews = sqliteTable(
  'page_views',
  {
    day: integer('day').notNull(),
    path: text('path').notNull(),
    query: text('query').notNull(),
    referrer: text('referrer').notNull(),
    known: integer('known', { mode: 'boolean' }).notNull(),
    views: integer('views').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.path, table.query, table.referrer] })],
);

export const viewDays = sqliteTable('view_days', {
  day: integer('day').primaryKey(),
  views: integer('views').notNull().default(0),
  visitors: integer('visitors').notNull().default(0),
  entries: integer('entries').notNull().default(0),
});

export const viewMonths = sqliteTable(
  'view_months',
  {
    month: integer('month').notNull(),
    path: text('path').notNull(),
    views: integer('views').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.path] })],
);

export const liveEvents = sqliteTable('live_events', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  channel: text('channel').notNull(),
  data: text('data').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const notifications = sqliteTable('notifications', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  publicId: text('public_id').notNull().unique(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  kind: text('kind').$type<NotificationKind>().notNull(),
  byUserId: integer('by_user_id').references(() => users.id, { onDelete: 'set null' }),
  title: text('title').notNull(),
  excerpt: text('excerpt').notNull().default(''),
  path: text('path'),
  about: text('about'),
  inSite: flag('in_site').notNull(),
  createdAt: integer('created_at').notNull(),
  readAt: integer('read_at'),
});

export const notificationPreferences = sqliteTable(
  'notification_preferences',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    inSite: flag('in_site').notNull(),
    byMail: flag('by_mail').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

export const auditLog = sqliteTable('audit_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: integer('at').notNull(),
  actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
  action: text('action').notNull(),
  subject: text('subject').notNull().default(''),
  details: text('details', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
});

export const articleLikes = sqliteTable(
  'article_likes',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.userId] })],
);

export const savedArticles = sqliteTable(
  'saved_articles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.articleId] })],
);

export const articleAlerts = sqliteTable('article_alerts', {
  articleId: integer('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  startedAt: integer('started_at').notNull(),
  reached: integer('reached').notNull().default(0),
  writtenAt: integer('written_at'),
  takenBackAt: integer('taken_back_at'),
  removed: integer('removed').notNull().default(0),
});

export const connections = sqliteTable('connections', {
  target: text('target').$type<CrossPostTarget>().primaryKey(),
  sealed: blob('sealed', { mode: 'buffer' }).notNull(),
  account: text('account').notNull(),
  name: text('name').notNull(),
  connectedAt: integer('connected_at').notNull(),
  expiresAt: integer('expires_at'),
  remindedAt: integer('reminded_at'),
  refusedAt: integer('refused_at'),
});

export const crossPosts = sqliteTable(
  'cross_posts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    target: text('target').$type<CrossPostTarget>().notNull(),
    state: text('state').$type<CrossPostState>().notNull().default('planned'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: integer('next_at'),
    holder: text('holder'),
    heldUntil: integer('held_until'),
    remoteId: text('remote_id'),
    url: text('url'),
    reason: text('reason'),
    fingerprint: text('fingerprint'),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (table) => [unique().on(table.articleId, table.target)],
);

export const textGenerationDays = sqliteTable('text_generation_days', {
  day: integer('day').primaryKey(),
  calls: integer('calls').notNull(),
  tokens: integer('tokens').notNull(),
});

export const products = sqliteTable('products', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  productId: text('product_id').notNull().unique(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  content: text('content').notNull().default(''),
  html: text('html').notNull().default(''),
  price: integer('price').notNull().default(0),
  categoryId: integer('category_id').references(() => categories.id),
  sells: text('sells').$type<ProductSells>().notNull().default('copy'),
  state: text('state').$type<ProductState | 'deleted'>().notNull().default('draft'),
  sold: integer('sold').notNull().default(0),
  firstSoldAt: integer('first_sold_at'),
  listedAt: integer('listed_at').notNull(),
  liveAt: integer('live_at'),
  deletedAt: integer('deleted_at'),
  version: integer('version').notNull().default(1),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  keysFrom: text('keys_from').$type<ProductKeySource>().notNull().default('none'),
  suggestedPrice: integer('suggested_price'),
  isSample: integer('is_sample', { mode: 'boolean' }).notNull().default(false),
});

export const productFormerSlugs = sqliteTable('product_former_slugs', {
  slug: text('slug').primaryKey(),
  productId: integer('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' }),
  createdAt: integer('created_at').notNull(),
});

export const productSharePictures = sqliteTable('product_share_pictures', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  key: text('key').notNull(),
});

export const productPictures = sqliteTable(
  'product_pictures',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    mediaId: integer('media_id')
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    alt: text('alt').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
);

export const productPictureUses = sqliteTable(
  'product_picture_uses',
  {
    fileName: text('file_name').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.fileName, table.productId] })],
);

export const productFiles = sqliteTable('product_files', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull().unique(),
  productId: integer('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' }),
  position: integer('position').notNull(),
  createdAt: integer('created_at').notNull(),
  removedAt: integer('removed_at'),
});

export const productFileVersions = sqliteTable(
  'product_file_versions',
  {
    id: integer('id').primaryKey(),
    publicId: text('public_id').notNull().unique(),
    fileId: integer('file_id')
      .notNull()
      .references(() => productFiles.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    version: text('version').notNull(),
    changelog: text('changelog').notNull().default(''),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    stored: text('stored').notNull().unique(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [unique().on(table.fileId, table.version)],
);

export const productUploads = sqliteTable('product_uploads', {
  id: text('id').primaryKey(),
  uploaderId: integer('uploader_id').references(() => users.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  bytes: integer('bytes').notNull(),
  sha256: text('sha256'),
  createdAt: integer('created_at').notNull(),
  touchedAt: integer('touched_at').notNull(),
  finishedAt: integer('finished_at'),
});

export const cartLines = sqliteTable(
  'cart_lines',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull(),
    priceSeen: integer('price_seen').notNull(),
    addedAt: integer('added_at').notNull(),
    amount: integer('amount'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
);

export const discounts = sqliteTable('discounts', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  publicId: text('public_id').notNull().unique(),
  code: text('code').notNull().unique(),
  kind: text('kind').$type<'percent' | 'amount'>().notNull(),
  value: integer('value').notNull(),
  scope: text('scope').$type<'all' | 'some'>().notNull(),
  startsAt: integer('starts_at'),
  endsAt: integer('ends_at'),
  maxUses: integer('max_uses'),
  maxUsesEach: integer('max_uses_each'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const discountProducts = sqliteTable(
  'discount_products',
  {
    discountId: integer('discount_id')
      .notNull()
      .references(() => discounts.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.discountId, table.productId] })],
);

export const cartDiscounts = sqliteTable('cart_discounts', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  discountId: integer('discount_id')
    .notNull()
    .references(() => discounts.id, { onDelete: 'cascade' }),
  addedAt: integer('added_at').notNull(),
});

export const checkouts = sqliteTable('checkouts', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  publicId: text('public_id').notNull().unique(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  provider: text('provider').$type<Provider>().notNull(),
  paymentId: text('payment_id').unique(),
  approveUrl: text('approve_url'),
  state: text('state').notNull().default('creating'),
  reason: text('reason'),
  currency: text('currency').notNull(),
  subtotal: integer('subtotal').notNull(),
  discount: integer('discount').notNull().default(0),
  total: integer('total').notNull(),
  lines: text('lines', { mode: 'json' }).$type<object[]>().notNull(),
  fingerprint: text('fingerprint').notNull(),
  buyer: text('buyer', { mode: 'json' }).$type<{ name: string; email: string }>().notNull(),
  seller: text('seller').notNull(),
  taxLine: text('tax_line').notNull(),
  terms: text('terms').notNull(),
  consentedAt: integer('consented_at').notNull(),
  address: text('address', { mode: 'json' }).$type<OrderAddress>(),
  declines: integer('declines').notNull().default(0),
  nextAt: integer('next_at'),
  looks: integer('looks').notNull().default(0),
  createdAt: integer('created_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  discountId: integer('discount_id').references(() => discounts.id),
  discountCode: text('discount_code').notNull().default(''),
});

export const orders = sqliteTable('orders', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  publicId: text('public_id').notNull().unique(),
  number: integer('number').notNull().unique(),
  checkoutId: integer('checkout_id')
    .unique()
    .references(() => checkouts.id, { onDelete: 'set null' }),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  provider: text('provider').$type<Provider>().notNull(),
  paymentId: text('payment_id').notNull().unique(),
  captureId: text('capture_id').unique(),
  currency: text('currency').notNull(),
  subtotal: integer('subtotal').notNull(),
  discount: integer('discount').notNull().default(0),
  total: integer('total').notNull(),
  refunded: integer('refunded').notNull().default(0),
  buyer: text('buyer', { mode: 'json' }).$type<{ name: string; email: string }>().notNull(),
  seller: text('seller').notNull(),
  taxLine: text('tax_line').notNull(),
  address: text('address', { mode: 'json' }).$type<OrderAddress>().notNull(),
  terms: text('terms').notNull(),
  consentedAt: integer('consented_at').notNull(),
  words: text('words').notNull().default(''),
  createdAt: integer('created_at').notNull(),
  anonymisedAt: integer('anonymised_at'),
  discountId: integer('discount_id').references(() => discounts.id),
  discountCode: text('discount_code').notNull().default(''),
});

export const orderLines = sqliteTable(
  'order_lines',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    product: text('product').notNull(),
    title: text('title').notNull(),
    sells: text('sells').$type<ProductSells>().notNull(),
    price: integer('price').notNull(),
    quantity: integer('quantity').notNull(),
    picture: text('picture'),
    files: text('files', { mode: 'json' }).$type<object[]>().notNull(),
    discount: integer('discount').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);

export const refunds = sqliteTable('refunds', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  publicId: text('public_id').notNull().unique(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  amount: integer('amount').notNull(),
  state: text('state').$type<'sending' | 'done' | 'failed'>().notNull(),
  providerId: text('provider_id').unique(),
  reason: text('reason').notNull().default(''),
  nextAt: integer('next_at'),
  looks: integer('looks').notNull().default(0),
  createdAt: integer('created_at').notNull(),
  endedAt: integer('ended_at'),
  lines: text('lines'),
});

export const libraryEntries = sqliteTable(
  'library_entries',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
    keysOwed: integer('keys_owed').notNull().default(0),
    boughtAt: integer('bought_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [unique().on(table.orderId, table.position)],
);

export const downloads = sqliteTable(
  'downloads',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    versionId: integer('version_id')
      .notNull()
      .references(() => productFileVersions.id, { onDelete: 'cascade' }),
    linkEndsAt: integer('link_ends_at').notNull(),
    requests: integer('requests').notNull(),
    bytes: integer('bytes').notNull(),
    startedAt: integer('started_at').notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [unique().on(table.userId, table.versionId, table.linkEndsAt)],
);

export const licenceKeys = sqliteTable(
  'licence_keys',
  {
    id: integer('id').primaryKey(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    userId: integer('user_id').references(() => users.id),
    entryId: integer('entry_id').references(() => libraryEntries.id, { onDelete: 'set null' }),
    givenAt: integer('given_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [unique().on(table.productId, table.code)],
);

export const productNews = sqliteTable('product_news', {
  id: integer('id').primaryKey(),
  productId: integer('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
  reached: integer('reached').notNull().default(0),
  startedAt: integer('started_at').notNull(),
  writtenAt: integer('written_at'),
});

export const paymentEvents = sqliteTable(
  'payment_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind').notNull(),
    checkoutId: integer('checkout_id').references(() => checkouts.id, { onDelete: 'set null' }),
    orderId: integer('order_id').references(() => orders.id),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [unique().on(table.provider, table.eventId)],
);

export const disputes = sqliteTable(
  'disputes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    provider: text('provider').notNull(),
    disputeId: text('dispute_id').notNull(),
    orderId: integer('order_id').references(() => orders.id),
    state: text('state').$type<DisputeState>().notNull(),
    reason: text('reason').$type<DisputeReason>().notNull(),
    amount: integer('amount'),
    currency: text('currency'),
    dueAt: integer('due_at'),
    toldAt: integer('told_at').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [unique().on(table.provider, table.disputeId)],
);

export const demoPayments = sqliteTable('demo_payments', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull().unique(),
  payment: text('payment', { mode: 'json' }).$type<object>().notNull(),
  createdAt: integer('created_at').notNull(),
});

export const gameLikes = sqliteTable(
  'game_likes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    game: integer('game').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.game] })],
);

export const gameSeeds = sqliteTable('game_seeds', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  publicId: text('public_id').notNull().unique(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  game: integer('game').notNull(),
  mode: text('mode').notNull(),
  seed: integer('seed').notNull(),
  challenge: integer('challenge'),
  createdAt: integer('created_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  usedAt: integer('used_at'),
});

export const gameScores = sqliteTable(
  'game_scores',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    game: integer('game').notNull(),
    mode: text('mode').notNull(),
    day: integer('day').notNull(),
    challenge: flag('challenge').notNull(),
    score: integer('score').notNull(),
    outcome: text('outcome').$type<'won' | 'lost' | 'drawn'>().notNull(),
    rules: integer('rules').notNull(),
    seed: integer('seed').notNull(),
    steps: integer('steps').notNull(),
    inputs: text('inputs').notNull(),
    best: flag('best').notNull().default(false),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [unique().on(table.userId, table.game, table.mode, table.day, table.challenge)],
);

export const gameReviews = sqliteTable(
  'game_reviews',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    game: integer('game').notNull(),
    stars: integer('stars').notNull(),
    text: text('text').notNull(),
    state: text('state').$type<ReviewState>().notNull(),
    reason: text('reason'),
    signals: list('signals').notNull().default([]),
    createdAt: integer('created_at').notNull(),
    editedAt: integer('edited_at'),
    decidedAt: integer('decided_at'),
  },
  (table) => [unique().on(table.userId, table.game)],
);
