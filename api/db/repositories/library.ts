import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  min,
  ne,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import { countRows, type Database, type Page } from '../database.ts';
import { downloads, libraryEntries, licenceKeys } from '../schema/library.ts';
import { checkouts, orders } from '../schema/orders.ts';
import { products } from '../schema/products.ts';
import { firstImage } from './carts.ts';

/** Buyer and product that keys are granted for. */
export interface KeyTaker {
  productId: number;
  userId: number;
  entryId: number;
  now: number;
}

/** Grants the oldest available keys. @returns the number of granted keys, at most `count` */
export function assignKeys(
  { query }: Database,
  { count: most, productId, userId, entryId, now }: KeyTaker & { count: number },
): number {
  const oldest = query
    .select({ id: licenceKeys.id })
    .from(licenceKeys)
    .where(and(eq(licenceKeys.productId, productId), isNull(licenceKeys.assignedAt)))
    .orderBy(asc(licenceKeys.id))
    .limit(most);
  const { changes } = query
    .update(licenceKeys)
    .set({ userId, entryId, assignedAt: now })
    .where(inArray(licenceKeys.id, oldest))
    .run();
  return changes;
}

/** Stores a key generated for a buyer. @returns false if the key exists */
export function insertGrantedKey(
  { query }: Database,
  { now, ...key }: KeyTaker & { code: string },
): boolean {
  const row = { ...key, assignedAt: now, createdAt: now };
  return query.insert(licenceKeys).values(row).onConflictDoNothing().run().changes > 0;
}

/** Adds keys to the list of a product, except existing ones. @returns the number of new keys */
export function insertKeys(
  { query }: Database,
  { productId, codes, now }: { productId: number; codes: readonly string[]; now: number },
): number {
  // Thousands of keys would exceed the parameters of one statement.
  const rows = query
    .select({
      id: sql<number>`NULL`.as('id'),
      productId: sql<number>`${productId}`.as('product_id'),
      code: sql<string>`value`.as('code'),
      userId: sql<null>`NULL`.as('user_id'),
      entryId: sql<null>`NULL`.as('entry_id'),
      assignedAt: sql<null>`NULL`.as('assigned_at'),
      createdAt: sql<number>`${now}`.as('created_at'),
    })
    .from(sql`json_each(${JSON.stringify(codes)})`)
    // Without a condition, SQLite reads ON CONFLICT as the condition of a join.
    .where(sql`true`);
  return query.insert(licenceKeys).select(rows).onConflictDoNothing().run().changes;
}

export function deleteUnusedKeys({ query }: Database, productId: number): void {
  query
    .delete(licenceKeys)
    .where(and(eq(licenceKeys.productId, productId), isNull(licenceKeys.assignedAt)))
    .run();
}

/** Literal value, because the partial index needs the same condition. */
export const hasPendingKeys = sql`${libraryEntries.keysPending} > 0`;

/** Counts the keys of a product: available, granted, and pending for buyers. */
export function countKeys(
  { query }: Database,
  productId: number,
): { left: number; assigned: number; pending: number } {
  const ofProduct = eq(licenceKeys.productId, productId);
  const countWhere = (condition: typeof ofProduct | undefined) =>
    countRows(query, licenceKeys, condition);
  const left = countWhere(and(ofProduct, isNull(licenceKeys.assignedAt)));
  const pending = query
    .select({ pending: sum(libraryEntries.keysPending).mapWith(Number) })
    .from(libraryEntries)
    .where(and(eq(libraryEntries.productId, productId), hasPendingKeys))
    .get();
  return { left, assigned: countWhere(ofProduct) - left, pending: pending?.pending ?? 0 };
}

/** Counts the keys reserved by payments that are captured or held, except one. */
export function countReservedKeys(
  { query }: Database,
  { productId, exceptCheckout }: { productId: number; exceptCheckout: number },
): number {
  const reserving = query
    .select({ lines: checkouts.lines })
    .from(checkouts)
    .where(
      and(inArray(checkouts.state, ['capturing', 'pending']), ne(checkouts.id, exceptCheckout)),
    )
    .all();
  return reserving
    .flatMap(({ lines }) => lines)
    .filter((line) => line.productId === productId)
    .reduce((total, { quantity }) => total + quantity, 0);
}

/** Returns the keys that a member may use, in the order in which they were granted. */
export function listKeysOf(
  { query }: Database,
  { userId, productId }: { userId: number; productId: number },
): string[] {
  return query
    .select({ code: licenceKeys.code })
    .from(licenceKeys)
    .innerJoin(libraryEntries, eq(libraryEntries.id, licenceKeys.entryId))
    .where(
      and(
        eq(licenceKeys.userId, userId),
        eq(licenceKeys.productId, productId),
        isNull(libraryEntries.revokedAt),
      ),
    )
    .orderBy(asc(licenceKeys.assignedAt), asc(licenceKeys.id))
    .all()
    .map(({ code }) => code);
}

/** Request for a file or a range of it with a download link; `bytes` are about to be sent. */
export type DownloadRequest = Pick<
  typeof downloads.$inferSelect,
  'userId' | 'productId' | 'versionId' | 'linkEndsAt' | 'bytes'
> & { now: number };

/** Order line that a member owns, or owned until a refund. */
export type LibraryEntry = typeof libraryEntries.$inferSelect;

/** @returns the row ID */
export function insertLibraryEntry(
  { query }: Database,
  entry: Omit<LibraryEntry, 'id' | 'revokedAt' | 'keysPending'>,
): number {
  return query.insert(libraryEntries).values(entry).returning({ id: libraryEntries.id }).get().id;
}

/** Product in a library, whatever its state. */
export type LibraryProduct = ReturnType<typeof listLibraryProducts>[number];

/** Returns one page of a member's products, the latest purchase first. */
export function listLibraryProducts({ query }: Database, userId: number, { limit, offset }: Page) {
  const { id, publicId, title, slug, licenceType, state, liveAt } = products;
  return query
    .select({ id, publicId, title, slug, licenceType, state, liveAt, image: firstImage })
    .from(libraryEntries)
    .innerJoin(products, eq(id, libraryEntries.productId))
    .where(eq(libraryEntries.userId, userId))
    .groupBy(libraryEntries.productId)
    .orderBy(desc(max(libraryEntries.id)))
    .limit(limit)
    .offset(offset)
    .all();
}

export function countLibraryProducts({ query }: Database, userId: number): number {
  const found = query
    .select({ found: countDistinct(libraryEntries.productId) })
    .from(libraryEntries)
    .where(eq(libraryEntries.userId, userId))
    .get();
  return found?.found ?? 0;
}

/** Returns a member's purchases of a product with the `_id` and number of their orders, latest first. */
export function listEntriesOf(
  { query }: Database,
  { userId, productId }: { userId: number; productId: number },
): (LibraryEntry & { order: string; number: number })[] {
  return query
    .select({ ...getTableColumns(libraryEntries), order: orders.publicId, number: orders.number })
    .from(libraryEntries)
    .innerJoin(orders, eq(orders.id, libraryEntries.orderId))
    .where(and(eq(libraryEntries.userId, userId), eq(libraryEntries.productId, productId)))
    .orderBy(desc(libraryEntries.id))
    .all();
}

/** Returns the positions of the refunded lines of an order. */
export function listRevokedLines({ query }: Database, orderId: number): Set<number> {
  const rows = query
    .select({ position: libraryEntries.position })
    .from(libraryEntries)
    .where(and(eq(libraryEntries.orderId, orderId), isNotNull(libraryEntries.revokedAt)))
    .all();
  return new Set(rows.map(({ position }) => position));
}

/** Revokes lines of an order; revoked ones keep their date. */
export function revokeEntries(
  { query }: Database,
  { orderId, positions, now }: { orderId: number; positions: number[]; now: number },
): void {
  query
    .update(libraryEntries)
    .set({ revokedAt: now, keysPending: 0 })
    .where(
      and(
        eq(libraryEntries.orderId, orderId),
        isNull(libraryEntries.revokedAt),
        inArray(libraryEntries.position, positions),
      ),
    )
    .run();
}

/** Returns the entries of a product with pending keys, oldest first. */
export function listEntriesWithPendingKeys({ query }: Database, productId: number): LibraryEntry[] {
  return query
    .select()
    .from(libraryEntries)
    .where(and(eq(libraryEntries.productId, productId), hasPendingKeys))
    .orderBy(asc(libraryEntries.id))
    .all();
}

export function updatePendingKeys({ query }: Database, entryId: number, keysPending: number): void {
  query.update(libraryEntries).set({ keysPending }).where(eq(libraryEntries.id, entryId)).run();
}

/** Returns the row IDs of the next members who own a product. */
export function listOwnersAfter(
  { query }: Database,
  { productId, after, limit }: { productId: number; after: number; limit: number },
): number[] {
  return query
    .selectDistinct({ id: libraryEntries.userId })
    .from(libraryEntries)
    .where(
      and(
        eq(libraryEntries.productId, productId),
        gt(libraryEntries.userId, after),
        isNull(libraryEntries.revokedAt),
      ),
    )
    .orderBy(asc(libraryEntries.userId))
    .limit(limit)
    .all()
    .map(({ id }) => id);
}

/** Records a request; the first one of a link starts a download. @returns the row ID of the download */
export function recordDownload({ query }: Database, { now, ...request }: DownloadRequest): number {
  const { userId, versionId, linkEndsAt } = downloads;
  return query
    .insert(downloads)
    .values({ ...request, requests: 1, startedAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [userId, versionId, linkEndsAt],
      set: {
        requests: sql`${downloads.requests} + 1`,
        bytes: sql`${downloads.bytes} + excluded.bytes`,
        lastAt: now,
      },
    })
    .returning({ id: downloads.id })
    .get().id;
}

/** Subtracts bytes that were not sent. */
export function subtractBytes({ query }: Database, id: number, bytes: number): void {
  query
    .update(downloads)
    .set({ bytes: sql`max(0, ${downloads.bytes} - ${bytes})` })
    .where(eq(downloads.id, id))
    .run();
}

/** Returns the bytes of a file version that a member has downloaded since a time, and the time of the first. */
export function sumDownloaded(
  { query }: Database,
  { userId, versionId, after }: { userId: number; versionId: number; after: number },
): { bytes: number; firstAt: number | null } {
  const { bytes, lastAt } = downloads;
  const row = query
    .select({ bytes: sum(bytes).mapWith(Number), firstAt: min(lastAt) })
    .from(downloads)
    .where(and(eq(downloads.userId, userId), eq(downloads.versionId, versionId), gt(lastAt, after)))
    .get();
  return { bytes: row?.bytes ?? 0, firstAt: row?.firstAt ?? null };
}

/**
 * Returns the downloads by product and period, such as months in the owner's time zone.
 * @param periods starts and exclusive ends in milliseconds UTC
 */
export function sumDownloadsByProduct(
  { query }: Database,
  periods: readonly { from: number; until: number }[],
) {
  const period = sql<number>`s.key`;
  const found = count();
  const at = (key: 'from' | 'until'): SQL => sql`s.value ->> ${sql.raw(`'${key}'`)}`;
  return query
    .select({
      period,
      product: products.publicId,
      title: products.title,
      downloads: found,
      bytes: sum(downloads.bytes).mapWith(Number),
    })
    .from(sql`json_each(${JSON.stringify(periods)}) s`)
    .innerJoin(
      downloads,
      and(gte(downloads.startedAt, at('from')), lt(downloads.startedAt, at('until'))),
    )
    .innerJoin(products, eq(products.id, downloads.productId))
    .groupBy(period, products.id)
    .orderBy(asc(period), desc(found), asc(products.id))
    .all();
}
