import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ImageVariants } from '#contracts/image.ts';
import { users } from './accounts.ts';
import { tableWithoutRowid } from './columns.ts';

export const media = sqliteTable(
  'media',
  {
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
    /** Null until the image worker has made them. */
    variants: text('variants', { mode: 'json' }).$type<ImageVariants>(),
    name: text('name').notNull().default(''),
    alt: text('alt').notNull().default(''),
    uploaderId: integer('uploader_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('media_without_variants').on(table.id).where(sql`variants IS NULL`),
    index('media_by_creation').on(table.createdAt, table.id),
    index('media_by_size').on(table.bytes, table.id),
    index('media_by_name').on(sql`name COLLATE NOCASE`, table.id),
    index('media_of_uploader').on(table.uploaderId).where(sql`uploader_id IS NOT NULL`),
  ],
);

/** Uploads in the bucket of STORAGE. */
export const uploadObjects = tableWithoutRowid('upload_objects', {
  /** Path below the folder of uploads. */
  name: text('name').primaryKey(),
  bytes: integer('bytes').notNull(),
  sha256: text('sha256').notNull(),
  /** ETag as the store returned it; another one in the list of the bucket is a change by others. */
  etag: text('etag').notNull(),
});
