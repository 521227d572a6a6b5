import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { belongsTo } from './columns.ts';
import { orders } from './orders.ts';
import { productFileVersions, products } from './products.ts';

/** Products that members own, one row for each order line. A refund of the line revokes the row. */
export const libraryEntries = sqliteTable(
  'library_entries',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    productId: belongsTo('product_id', () => products.id),
    orderId: belongsTo('order_id', () => orders.id),
    /** Position of the order line. */
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
    /** Licence keys that were not available at the time of payment. */
    keysPending: integer('keys_pending').notNull().default(0),
    boughtAt: integer('bought_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    unique().on(table.orderId, table.position),
    check('library_entries_quantity', sql`quantity BETWEEN 1 AND 99`),
    check('library_entries_keys_pending', sql`keys_pending >= 0`),
    index('library_entries_of_user').on(table.userId, table.productId),
    index('library_entries_of_product').on(table.productId, table.userId),
    index('library_entries_pending').on(table.productId, table.id).where(sql`keys_pending > 0`),
  ],
);

/** Downloads, one row for each link, however many requests it took. `bytes` counts what was sent or is about to be. */
export const downloads = sqliteTable(
  'downloads',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    productId: belongsTo('product_id', () => products.id),
    versionId: belongsTo('version_id', () => productFileVersions.id),
    /** Expiry of the link, which distinguishes links. */
    linkEndsAt: integer('link_ends_at').notNull(),
    requests: integer('requests').notNull(),
    bytes: integer('bytes').notNull(),
    startedAt: integer('started_at').notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [
    unique().on(table.userId, table.versionId, table.linkEndsAt),
    index('downloads_by_time').on(table.startedAt, table.productId),
    index('downloads_of_product').on(table.productId),
    index('downloads_of_version').on(table.versionId),
  ],
);

/** Licence keys. A key is assigned once, and stays assigned when its owner leaves. */
export const licenceKeys = sqliteTable(
  'licence_keys',
  {
    id: integer('id').primaryKey(),
    productId: belongsTo('product_id', () => products.id),
    code: text('code').notNull(),
    userId: integer('user_id').references(() => users.id),
    entryId: integer('entry_id').references(() => libraryEntries.id, { onDelete: 'set null' }),
    assignedAt: integer('assigned_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    unique().on(table.productId, table.code),
    index('licence_keys_left').on(table.productId, table.id).where(sql`assigned_at IS NULL`),
    index('licence_keys_of_user').on(table.userId, table.productId).where(sql`user_id IS NOT NULL`),
    index('licence_keys_of_entry').on(table.entryId).where(sql`entry_id IS NOT NULL`),
  ],
);

/** New file versions that buyers are notified of. `lastRecipientId` is the last buyer who has been. */
export const updateNotifications = sqliteTable(
  'update_notifications',
  {
    id: integer('id').primaryKey(),
    productId: belongsTo('product_id', () => products.id),
    text: text('text').notNull(),
    lastRecipientId: integer('last_recipient_id').notNull().default(0),
    startedAt: integer('started_at').notNull(),
    writtenAt: integer('written_at'),
  },
  (table) => [
    index('update_notifications_unwritten').on(table.id).where(sql`written_at IS NULL`),
    index('update_notifications_of_product').on(table.productId),
  ],
);
