import { and, asc, desc, eq, exists, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { Database } from '../database.ts';
import { libraryEntries } from '../schema/library.ts';
import { productFiles, productFileVersions, products, productUploads } from '../schema/products.ts';

/**
 * Finished or unfinished upload of a product file. The ID is its name in the folder of uploads, and later
 * in the folder of product files.
 */
export type ProductUpload = typeof productUploads.$inferSelect;

export const findProductUpload = ({ query }: Database, id: string): ProductUpload | undefined =>
  query.select().from(productUploads).where(eq(productUploads.id, id)).get();

const columns = {
  id: productFileVersions.id,
  publicId: productFileVersions.publicId,
  /** Row ID and `_id` of the file. */
  fileId: productFileVersions.fileId,
  file: productFiles.publicId,
  productId: productFiles.productId,
  /** File name of the download. */
  name: productFileVersions.name,
  version: productFileVersions.version,
  changelog: productFileVersions.changelog,
  bytes: productFileVersions.bytes,
  sha256: productFileVersions.sha256,
  /** Name in the folder of product files. */
  stored: productFileVersions.stored,
  createdAt: productFileVersions.createdAt,
  removedAt: productFiles.removedAt,
};

/** Version of a file that buyers download. */
export type FileVersionRow = ReturnType<typeof listFileVersions>[number];

const selectVersions = ({ query }: Database) =>
  query
    .select(columns)
    .from(productFileVersions)
    .innerJoin(productFiles, eq(productFiles.id, productFileVersions.fileId));

/** Returns the versions of a product's current files in their order, newest version first. */
export function listFileVersions(database: Database, productId: number) {
  return selectVersions(database)
    .where(and(eq(productFiles.productId, productId), isNull(productFiles.removedAt)))
    .orderBy(asc(productFiles.position), asc(productFiles.id), desc(productFileVersions.id))
    .all();
}

/** Returns the versions of all files of a product, removed files last. */
export function listVersionsEver(database: Database, productId: number): FileVersionRow[] {
  return selectVersions(database)
    .where(eq(productFiles.productId, productId))
    .orderBy(
      sql`${productFiles.removedAt} IS NOT NULL`,
      asc(productFiles.position),
      asc(productFiles.id),
      desc(productFileVersions.id),
    )
    .all();
}

/** Finds a version by its `_id` if the member owns the product and bought it before the file was removed. */
export function findOwnedVersion(
  database: Database,
  { userId, version }: { userId: number; version: string },
): FileVersionRow | undefined {
  const { removedAt, productId } = productFiles;
  const bought = database.query
    .select({ id: libraryEntries.id })
    .from(libraryEntries)
    .where(
      and(
        eq(libraryEntries.userId, userId),
        eq(libraryEntries.productId, productId),
        isNull(libraryEntries.revokedAt),
        or(isNull(removedAt), gte(removedAt, libraryEntries.boughtAt)),
      ),
    );
  return selectVersions(database)
    .where(and(eq(productFileVersions.publicId, version), exists(bought)))
    .get();
}

/** Returns the current files of a product with their positions. */
export function listCurrentFiles({ query }: Database, productId: number) {
  const { id, publicId, position } = productFiles;
  return query
    .select({ id, publicId, position })
    .from(productFiles)
    .where(and(eq(productFiles.productId, productId), isNull(productFiles.removedAt)))
    .orderBy(asc(position), asc(id))
    .all();
}

/** @returns the row ID */
export function insertFile(
  { query }: Database,
  file: Omit<typeof productFiles.$inferInsert, 'id' | 'removedAt'>,
): number {
  return query.insert(productFiles).values(file).returning({ id: productFiles.id }).get().id;
}

/** Changes the position of a file, or removes it from its product; earlier buyers keep access. */
export function updateFile(
  { query }: Database,
  id: number,
  change: { position: number } | { removedAt: number },
): void {
  query.update(productFiles).set(change).where(eq(productFiles.id, id)).run();
}

export function insertFileVersion(
  { query }: Database,
  version: Omit<typeof productFileVersions.$inferSelect, 'id'>,
): void {
  query.insert(productFileVersions).values(version).run();
}

export function updateChangelog({ query }: Database, id: number, changelog: string): void {
  query.update(productFileVersions).set({ changelog }).where(eq(productFileVersions.id, id)).run();
}

/** Returns the names of all files in the folder that the database refers to. */
export function listStoredFiles({ query }: Database): string[] {
  const rows = unionAll(
    query.select({ stored: productFileVersions.stored }).from(productFileVersions),
    query.select({ stored: productUploads.id }).from(productUploads),
  ).all();
  return rows.map(({ stored }) => stored);
}

export const findNewestVersion = (database: Database, fileId: number): FileVersionRow | undefined =>
  selectVersions(database)
    .where(eq(productFileVersions.fileId, fileId))
    .orderBy(desc(productFileVersions.id))
    .limit(1)
    .get();

export function isVersionTaken({ query }: Database, fileId: number, version: string): boolean {
  const { id } = productFileVersions;
  const condition = and(
    eq(productFileVersions.fileId, fileId),
    eq(productFileVersions.version, version),
  );
  return query.select({ id }).from(productFileVersions).where(condition).get() !== undefined;
}

/** Deletes the files of products that were deleted before a time and never sold. */
export function deleteFilesOfDeletedProducts({ query }: Database, before: number): void {
  const deleted = query
    .select({ id: products.id })
    .from(products)
    .where(and(lt(products.deletedAt, before), isNull(products.firstSoldAt)));
  query.delete(productFiles).where(inArray(productFiles.productId, deleted)).run();
}

export function insertProductUpload(
  { query }: Database,
  { now, ...upload }: Pick<ProductUpload, 'id' | 'uploaderId' | 'name' | 'bytes'> & { now: number },
): void {
  query
    .insert(productUploads)
    .values({ ...upload, createdAt: now, touchedAt: now })
    .run();
}

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
