import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import type { ContentName } from '#contracts/content.ts';
import type { JobKind } from '#contracts/job.ts';
import { belongsTo, list, tableWithoutRowid } from './columns.ts';

/** Work that follows a change, stored in the transaction of the change. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').$type<JobKind>().notNull(),
    payload: text('payload', { mode: 'json' }).$type<unknown>().notNull(),
    articleId: integer('article_id'),
    state: text('state', { enum: ['queued', 'running', 'done', 'failed', 'cancelled'] })
      .notNull()
      .default('queued'),
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
  },
  (table) => [
    index('jobs_waiting').on(table.state, table.priority, table.runAt, table.id),
    index('jobs_by_article').on(table.articleId, table.id).where(sql`article_id IS NOT NULL`),
  ],
);

/** Tasks that only one process may do at a time, and the process that does them. */
export const leases = tableWithoutRowid('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  heldUntil: integer('held_until').notNull(),
});

export const releases = sqliteTable(
  'releases',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    buildId: text('build_id').notNull(),
    schemaVersion: integer('schema_version').notNull(),
    state: text('state', {
      enum: ['rendering', 'live', 'previous', 'failed', 'removed'],
    }).notNull(),
    error: text('error'),
    createdAt: integer('created_at').notNull(),
    liveAt: integer('live_at'),
  },
  (table) => [index('releases_by_state').on(table.state, table.id)],
);

/** Published pages of a release. */
export const pages = sqliteTable(
  'pages',
  {
    id: integer('id').primaryKey(),
    releaseId: belongsTo('release_id', () => releases.id),
    path: text('path').notNull(),
    kind: text('kind').notNull(),
    /** CRC-32 of the file, or null if unknown. */
    checksum: integer('checksum'),
    renderedAt: integer('rendered_at').notNull(),
  },
  (table) => [unique().on(table.releaseId, table.path)],
);

/** Dependencies of pages: a change of a tag renders the pages that read it. */
export const pageDependencies = tableWithoutRowid(
  'page_dependencies',
  {
    releaseId: integer('release_id').notNull(),
    tag: text('tag').notNull(),
    pageId: belongsTo('page_id', () => pages.id),
  },
  (table) => [
    primaryKey({ columns: [table.releaseId, table.tag, table.pageId] }),
    index('page_dependencies_by_page').on(table.pageId),
  ],
);

/** Objects that the server has stored in the bucket of PUBLISH_TO. */
export const pushedObjects = tableWithoutRowid('pushed_objects', {
  name: text('name').primaryKey(),
  /** Of the file. */
  sha256: text('sha256').notNull(),
  /** As the store returned it: another one in the list of the bucket is a change by others. */
  etag: text('etag').notNull(),
});

/** First article of each numbered page of a list. Numbers count from the oldest, so that old pages do not change. */
export const listPages = tableWithoutRowid(
  'list_pages',
  {
    list: text('list').notNull(),
    number: integer('number').notNull(),
    fromTime: integer('from_time').notNull(),
    fromId: integer('from_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.number] }),
    index('list_pages_by_start').on(table.list, table.fromTime, table.fromId),
  ],
);

/** Searchable pages of the release: case studies and games. Their row ids in the search index are in ranges of their own below those of products, so that a query can skip a kind. */
export const builtDocuments = sqliteTable('built_documents', {
  id: integer('id').primaryKey(),
  path: text('path').notNull().unique(),
  kind: text('kind', { enum: ['case-study', 'game'] }).notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  tags: list('tags').notNull(),
  headings: list('headings').notNull(),
  text: text('text').notNull(),
  searchId: integer('search_id')
    .notNull()
    .unique()
    .generatedAlwaysAs(
      sql`CASE kind WHEN 'case-study' THEN -1000000000000 ELSE -2000000000000 END - id`,
    ),
});

/** Files of CONTENT_DIR, as they were last read. */
export const contentFiles = tableWithoutRowid('content_files', {
  name: text('name').$type<ContentName>().primaryKey(),
  /** SHA-256 of the file; empty if it is missing. */
  sourceHash: text('source_hash').notNull(),
  /** Last valid content, which pages show; null if there is none. */
  value: text('value', { mode: 'json' }).$type<unknown>(),
  /** Number of changes of the value. */
  revision: integer('revision').notNull(),
  /** Message for the owner; null if the file is valid. */
  problem: text('problem'),
});

/** Open Graph images of games and case studies that differ from the samples. */
export const contentOgImages = tableWithoutRowid('content_og_images', {
  /** Name of the file without its ending. */
  name: text('name').primaryKey(),
  /** Key of the data that it was drawn from. */
  key: text('key').notNull(),
});
