import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { ArticleState, TocEntry } from '#contracts/article.ts';
import { users } from './accounts.ts';
import { belongsTo, flag, nocaseText, tableWithoutRowid } from './columns.ts';
import { media } from './media.ts';

export const categories = sqliteTable(
  'categories',
  {
    id: integer('id').primaryKey(),
    kind: text('kind', { enum: ['article', 'product'] }).notNull(),
    name: nocaseText('name').notNull(),
  },
  (table) => [unique().on(table.kind, table.name)],
);

export const articles = sqliteTable(
  'articles',
  {
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
      .generatedAlwaysAs(
        sql`CASE
      WHEN deleted_at IS NOT NULL THEN 'deleted'
      WHEN draft = 1 THEN 'draft'
      WHEN scheduled_at IS NOT NULL THEN 'scheduled'
      WHEN archived = 1 THEN 'archived'
      ELSE 'live'
    END`,
        { mode: 'stored' },
      ),
    toc: text('toc', { mode: 'json' }).$type<TocEntry[]>().notNull().default([]),
    html: text('html').notNull().default(''),
    markdown: text('markdown').notNull().default(''),
    scheduleZone: text('schedule_zone'),
  },
  (table) => [
    check('articles_published', sql`state NOT IN ('live', 'archived') OR published_at IS NOT NULL`),
    index('articles_by_state').on(table.state, table.publishedAt, table.id),
    index('articles_by_author').on(table.authorId, table.state, table.publishedAt, table.id),
    index('articles_by_update').on(table.state, table.updatedAt, table.id),
    index('articles_by_creation').on(table.createdAt, table.id),
    index('articles_by_series')
      .on(table.seriesSlug, table.state, table.publishedAt, table.id)
      .where(sql`series_slug IS NOT NULL`),
    index('articles_due').on(table.scheduledAt).where(sql`scheduled_at IS NOT NULL`),
    index('articles_in_bin').on(table.deletedAt).where(sql`deleted_at IS NOT NULL`),
    index('articles_by_media').on(table.mediaId).where(sql`media_id IS NOT NULL`),
  ],
);

/** `listed_at` repeats `published_at` of a live article, so that the list of a tag is one range of an index. Triggers set it. */
export const articleTags = tableWithoutRowid(
  'article_tags',
  {
    articleId: belongsTo('article_id', () => articles.id),
    position: integer('position').notNull(),
    tag: text('tag').notNull(),
    listedAt: integer('listed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.tag] }),
    index('article_tags_by_tag').on(table.tag, table.listedAt, table.articleId),
    index('article_tags_listed').on(table.tag).where(sql`listed_at IS NOT NULL`),
  ],
);

/** `slug` is derived from the name of the category, and empty if another category of the article has the same slug. Triggers set `listed_at`. */
export const articleCategories = tableWithoutRowid(
  'article_categories',
  {
    articleId: belongsTo('article_id', () => articles.id),
    position: integer('position').notNull(),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    slug: text('slug').notNull().default(''),
    listedAt: integer('listed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.categoryId] }),
    index('article_categories_by_category').on(table.categoryId, table.articleId),
    index('article_categories_by_slug').on(table.slug, table.listedAt, table.articleId),
    index('article_categories_listed').on(table.slug).where(sql`listed_at IS NOT NULL`),
  ],
);

/** Earlier slugs of articles, which redirect to the current one. */
export const formerSlugs = tableWithoutRowid(
  'former_slugs',
  {
    slug: text('slug').primaryKey(),
    articleId: belongsTo('article_id', () => articles.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('former_slugs_by_article').on(table.articleId)],
);

/** Posts of other platforms that articles were imported from, so that a second import finds them. */
export const articleSources = tableWithoutRowid(
  'article_sources',
  { source: text('source').primaryKey(), articleId: belongsTo('article_id', () => articles.id) },
  (table) => [index('article_sources_by_article').on(table.articleId)],
);

/** Author's fields of an article in a revision. */
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
  /** Working copies only: true if a newsletter is requested. */
  newsletter?: boolean;
}

/** States of an article after each save. Autosaves of one editing session share a row. */
export const articleRevisions = sqliteTable(
  'article_revisions',
  {
    id: integer('id').primaryKey(),
    publicId: text('public_id').notNull().unique(),
    articleId: belongsTo('article_id', () => articles.id),
    /** Null for commands, imports and deleted accounts. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: ['save', 'autosave', 'restore', 'publish'] }).notNull(),
    /** Version of the article that was stored with it. */
    version: integer('version').notNull(),
    startedAt: integer('started_at').notNull(),
    savedAt: integer('saved_at').notNull(),
    words: integer('words').notNull(),
    title: text('title').notNull(),
    /** Editing session that created the article, since its first save may arrive twice. */
    editSession: text('edit_session'),
    fields: text('fields', { mode: 'json' }).$type<StoredFields>().notNull(),
  },
  (table) => [
    index('article_revisions_newest').on(table.articleId, table.id),
    index('article_revisions_autosaves')
      .on(table.articleId, table.id)
      .where(sql`kind = 'autosave'`),
    index('article_revisions_by_user').on(table.userId),
    uniqueIndex('article_revisions_edit_session')
      .on(table.editSession)
      .where(sql`edit_session IS NOT NULL`),
  ],
);

/** Unsaved working copies of published and scheduled articles, one for each editing session. */
export const workingCopies = sqliteTable(
  'working_copies',
  {
    articleId: belongsTo('article_id', () => articles.id),
    userId: belongsTo('user_id', () => users.id),
    editSession: text('edit_session').notNull(),
    /** Version of the article that it is based on. */
    version: integer('version').notNull(),
    savedAt: integer('saved_at').notNull(),
    fields: text('fields', { mode: 'json' }).$type<StoredFields>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.userId, table.editSession] }),
    index('working_copies_by_user').on(table.userId),
  ],
);

/** Links that show a draft before publication, signed with a key that is not in the database. */
export const draftLinks = sqliteTable(
  'draft_links',
  {
    id: integer('id').primaryKey(),
    publicId: text('public_id').notNull().unique(),
    articleId: belongsTo('article_id', () => articles.id),
    createdAt: integer('created_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /** Time of the last visit, or null. */
    seenAt: integer('seen_at'),
  },
  (table) => [index('draft_links_by_article').on(table.articleId, table.endsAt)],
);

/** Names of image files in the text of an article. The cover is `articles.media_id`. */
export const imageUses = tableWithoutRowid(
  'image_uses',
  { fileName: text('file_name').notNull(), articleId: belongsTo('article_id', () => articles.id) },
  (table) => [
    primaryKey({ columns: [table.fileName, table.articleId] }),
    index('image_uses_of_article').on(table.articleId),
  ],
);

/** Names of image files in the working copies of an article, which counts them as used. */
export const workingCopyImages = tableWithoutRowid(
  'working_copy_images',
  { fileName: text('file_name').notNull(), articleId: belongsTo('article_id', () => articles.id) },
  (table) => [
    primaryKey({ columns: [table.fileName, table.articleId] }),
    index('working_copy_images_of_article').on(table.articleId),
  ],
);

/** Keys of the data that the Open Graph image of an article was drawn from. */
export const ogImages = sqliteTable('og_images', {
  articleId: integer('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  key: text('key').notNull(),
});

export const articleLikes = tableWithoutRowid(
  'article_likes',
  {
    articleId: belongsTo('article_id', () => articles.id),
    userId: belongsTo('user_id', () => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.userId] }),
    index('article_likes_by_user').on(table.userId, table.createdAt, table.articleId),
  ],
);

/** Reading lists of members. */
export const savedArticles = tableWithoutRowid(
  'saved_articles',
  {
    userId: belongsTo('user_id', () => users.id),
    articleId: belongsTo('article_id', () => articles.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.articleId] }),
    index('saved_articles_by_time').on(table.userId, table.createdAt, table.articleId),
    index('saved_articles_by_article').on(table.articleId),
  ],
);
