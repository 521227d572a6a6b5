import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { productUploads } from '../schema/products.ts';

/**
 * Finished or unfinished upload of a product file. The ID is its name in the folder of uploads, and later
 * in the folder of product files.
 */
export type ProductUpload = typeof productUploads.$inferSelect;

export function insertProductUpload(
  { query }: Database,
  { now, ...upload }: Pick<ProductUpload, 'id' | 'uploaderId' | 'name' | 'bytes'> & { now: number },
): void {
  query
    .insert(productUploads)
    .values({ ...upload, createdAt: now, touchedAt: now })
    .run();
}

export const findProductUpload = ({ query }: Database, id: string): ProductUpload | undefined =>
  query.select().from(productUploads).where(eq(productUploads.id, id)).get();

/** Returns the unfinished uploads. */
export function listUnfinishedUploads({ query }: Database): Pick<ProductUpload, 'id' | 'bytes'>[] {
  const { id, bytes, touchedAt, finishedAt } = productUploads;
  return query
    .select({ id, bytes })
    .from(productUploads)
    .where(and(gt(touchedAt, 0), isNull(finishedAt)))
    .all();
}

/** Stores the time of the last activity, or the end of an upload with the SHA-256 of its file. */
export function updateProductUpload(
  { query }: Database,
  id: string,
  change: { touchedAt: number } | { touchedAt: number; finishedAt: number; sha256: string },
): void {
  query.update(productUploads).set(change).where(eq(productUploads.id, id)).run();
}

export function deleteProductUpload({ query }: Database, id: string): void {
  query.delete(productUploads).where(eq(productUploads.id, id)).run();
}

/** Deletes uploads without activity since `before`. @returns their IDs */
export function deleteStaleUploads({ query }: Database, before: number): string[] {
  const { id, touchedAt } = productUploads;
  const rows = query.delete(productUploads).where(lt(touchedAt, before)).returning({ id }).all();
  return rows.map((row) => row.id);
}
