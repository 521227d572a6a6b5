import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { categories } from './articles.ts';
import { belongsTo, flag, tableWithoutRowid } from './columns.ts';
import { media } from './media.ts';

/** Products. Money is a whole number of the currency's smallest unit. A sold product keeps its row; `deleted` hides a product that carts and payments may still refer to. */
export const products = sqliteTable(
  'products',
  {
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
    licenceType: text('licence_type', { enum: ['copy', 'seats', 'keys'] })
      .notNull()
      .default('copy'),
    state: text('state', { enum: ['draft', 'live', 'retired', 'deleted'] })
      .notNull()
      .default('draft'),
    sold: integer('sold').notNull().default(0),
    firstSoldAt: integer('first_sold_at'),
    /** Time of creation; from the first sale on, the time when it went live. */
    listedAt: integer('listed_at').notNull(),
    liveAt: integer('live_at'),
    deletedAt: integer('deleted_at'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    keysFrom: text('keys_from', { enum: ['none', 'generated', 'list'] })
      .notNull()
      .default('none'),
    /** Proposed price of a pay-what-you-want product, whose minimum is `price`; null for fixed prices. */
    suggestedPrice: integer('suggested_price'),
    /** Product of the demo content, the only ones that the demo payment provider sells. */
    isSample: flag('is_sample').notNull().default(false),
  },
  (table) => [
    check('products_price', sql`price >= 0`),
    check('products_sold', sql`sold >= 0`),
    check('products_suggested_price', sql`suggested_price >= price`),
    index('products_newest').on(table.state, table.listedAt, table.id),
    index('products_by_price').on(table.state, table.price, table.id),
    index('products_by_sold').on(table.state, table.sold, table.id),
    index('products_by_title').on(table.state, sql`title COLLATE NOCASE`, table.id),
    index('products_of_category').on(table.categoryId, table.state, table.listedAt, table.id),
    index('products_of_category_by_price').on(table.categoryId, table.state, table.price, table.id),
    index('products_of_category_by_sold').on(table.categoryId, table.state, table.sold, table.id),
    index('products_of_category_by_title').on(
      table.categoryId,
      table.state,
      sql`title COLLATE NOCASE`,
      table.id,
    ),
    index('products_deleted').on(table.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);

/** Earlier slugs of products, which redirect to the current one. */
export const productFormerSlugs = tableWithoutRowid(
  'product_former_slugs',
  {
    slug: text('slug').primaryKey(),
    productId: belongsTo('product_id', () => products.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('product_former_slugs_of_product').on(table.productId)],
);

/** Keys of the data that the Open Graph image of a product was drawn from. */
export const productOgImages = sqliteTable('product_og_images', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  key: text('key').notNull(),
});

export const productImages = tableWithoutRowid(
  'product_images',
  {
    productId: belongsTo('product_id', () => products.id),
    position: integer('position').notNull(),
    mediaId: belongsTo('media_id', () => media.id),
    alt: text('alt').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    index('product_images_by_media').on(table.mediaId, table.productId),
  ],
);

/** Names of image files in the content of a product. */
export const productImageUses = tableWithoutRowid(
  'product_image_uses',
  { fileName: text('file_name').notNull(), productId: belongsTo('product_id', () => products.id) },
  (table) => [
    primaryKey({ columns: [table.fileName, table.productId] }),
    index('product_image_uses_of_product').on(table.productId),
  ],
);

/** Files that buyers get. A removed file stays available to earlier buyers. */
export const productFiles = sqliteTable(
  'product_files',
  {
    id: integer('id').primaryKey(),
    publicId: text('public_id').notNull().unique(),
    productId: belongsTo('product_id', () => products.id),
    position: integer('position').notNull(),
    createdAt: integer('created_at').notNull(),
    removedAt: integer('removed_at'),
  },
  (table) => [index('product_files_of_product').on(table.productId, table.position, table.id)],
);

/** Versions of product files. `stored` is the name on disk, `name` the name of the download. */
export const productFileVersions = sqliteTable(
  'product_file_versions',
  {
    id: integer('id').primaryKey(),
    publicId: text('public_id').notNull().unique(),
    fileId: belongsTo('file_id', () => productFiles.id),
    name: text('name').notNull(),
    version: text('version').notNull(),
    changelog: text('changelog').notNull().default(''),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    stored: text('stored').notNull().unique(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    unique().on(table.fileId, table.version),
    index('product_file_versions_of_file').on(table.fileId, table.id),
  ],
);

/** Uploads for a product, until the product is saved with them. */
export const productUploads = sqliteTable(
  'product_uploads',
  {
    id: text('id').primaryKey(),
    uploaderId: integer('uploader_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256'),
    createdAt: integer('created_at').notNull(),
    touchedAt: integer('touched_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (table) => [
    index('product_uploads_by_touch').on(table.touchedAt),
    index('product_uploads_of_user').on(table.uploaderId),
  ],
);
