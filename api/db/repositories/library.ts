import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  max,
} from 'drizzle-orm';
import type { Database } from '../client.ts';
import { libraryEntries } from '../schema/library.ts';
import { orders } from '../schema/orders.ts';
import { products } from '../schema/products.ts';
import { firstPicture } from './carts.ts';
import { hasPendingKeys } from './licence-keys.ts';

/** Order line that a member owns, or owned until a refund. */
export type LibraryEntry = typeof libraryEntries.$inferSelect;

/** @returns the row ID */
export function insertLibraryEntry(
  { query }: Database,
  entry: Omit<LibraryEntry, 'id' | 'revokedAt' | 'keysOwed'>,
): number {
  return query.insert(libraryEntries).values(entry).returning({ id: libraryEntries.id }).get().id;
}

/** Product in a library, whatever its state. */
export type LibraryProduct = ReturnType<typeof listLibraryProducts>[number];

/** Returns one page of a member's products, the latest purchase first. */
export function listLibraryProducts(
  { query }: Database,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return query
    .select({
      id: products.id,
      publicId: products.publicId,
      title: products.title,
      slug: products.slug,
      sells: products.sells,
      state: products.state,
      liveAt: products.liveAt,
      picture: firstPicture,
    })
    .from(libraryEntries)
    .innerJoin(products, eq(products.id, libraryEntries.productId))
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
    .select({
      ...getTableColumns(libraryEntries),
      order: orders.publicId,
      number: orders.number,
    })
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
    .set({ revokedAt: now, keysOwed: 0 })
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

export function updatePendingKeys({ query }: Database, entryId: number, keysOwed: number): void {
  query.update(libraryEntries).set({ keysOwed }).where(eq(libraryEntries.id, entryId)).run();
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
