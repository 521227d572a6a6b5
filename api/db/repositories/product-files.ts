import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Version of a file that buyers download. */
export interface FileVersionRow {
  id: number;
  publicId: string;
  /** Row ID and `_id` of the file. */
  fileId: number;
  file: string;
  productId: number;
  /** File name of the download. */
  name: string;
  version: string;
  changelog: string;
  bytes: number;
  sha256: string;
  /** Name in the folder of product files. */
  stored: string;
  createdAt: number;
  removedAt: number | null;
}

const columns = `v.id, v.public_id AS publicId, v.file_id AS fileId, f.public_id AS file,
  f.product_id AS productId, v.name, v.version, v.changelog, v.bytes, v.sha256, v.stored,
  v.created_at AS createdAt, f.removed_at AS removedAt`;

/** Returns the versions of a product's current files in their order, newest version first. */
export function listFileVersions(database: Connection, productId: number): FileVersionRow[] {
  const sql = `SELECT ${columns} FROM product_files f JOIN product_file_versions v ON v.file_id = f.id
    WHERE f.product_id = ? AND f.removed_at IS NULL ORDER BY f.position, f.id, v.id DESC`;
  return prepared<[number], FileVersionRow>(database, sql).all(productId);
}

/** Finds a version by its `_id`, also of a removed file. */
export function findFileVersion(database: Connection, publicId: string): FileVersionRow | null {
  const sql = `SELECT ${columns} FROM product_file_versions v JOIN product_files f ON f.id = v.file_id
    WHERE v.public_id = ?`;
  return prepared<[string], FileVersionRow>(database, sql).get(publicId) ?? null;
}

/** Returns the versions of all files of a product, removed files last. */
export function listVersionsEver(database: Connection, productId: number): FileVersionRow[] {
  const sql = `SELECT ${columns} FROM product_files f JOIN product_file_versions v ON v.file_id = f.id
    WHERE f.product_id = ?
    ORDER BY f.removed_at IS NOT NULL, f.position, f.id, v.id DESC`;
  return prepared<[number], FileVersionRow>(database, sql).all(productId);
}

/** Finds a version by its `_id` if the member owns the product and bought it before the file was removed. */
export function findOwnedVersion(
  database: Connection,
  wish: { userId: number; version: string },
): FileVersionRow | undefined {
  const sql = `SELECT ${columns} FROM product_file_versions v JOIN product_files f ON f.id = v.file_id
    WHERE v.public_id = @version AND EXISTS (SELECT 1 FROM library_entries e
      WHERE e.user_id = @userId AND e.product_id = f.product_id AND e.revoked_at IS NULL
        AND (f.removed_at IS NULL OR f.removed_at >= e.bought_at))`;
  return prepared<[object], FileVersionRow>(database, sql).get(wish);
}

/** Returns the current files of a product with their positions. */
export function listFiles(
  database: Connection,
  productId: number,
): { id: number; publicId: string; position: number }[] {
  const sql = `SELECT id, public_id AS publicId, position FROM product_files
    WHERE product_id = ? AND removed_at IS NULL ORDER BY position, id`;
  return prepared<[number], { id: number; publicId: string; position: number }>(database, sql).all(
    productId,
  );
}

export function insertFile(
  database: Connection,
  row: { publicId: string; productId: number; position: number; now: number },
): number {
  const sql = `INSERT INTO product_files (public_id, product_id, position, created_at)
    VALUES (@publicId, @productId, @position, @now) RETURNING id`;
  return prepared<[object], { id: number }>(database, sql).get(row)?.id ?? 0;
}

export function placeFile(database: Connection, id: number, position: number): void {
  const sql = 'UPDATE product_files SET position = ? WHERE id = ?';
  prepared<[number, number], never>(database, sql).run(position, id);
}

/** Removes a file from its product; earlier buyers keep access. */
export function removeFile(database: Connection, id: number, now: number): void {
  const sql = 'UPDATE product_files SET removed_at = ? WHERE id = ?';
  prepared<[number, number], never>(database, sql).run(now, id);
}

export type NewFileVersion = Pick<
  FileVersionRow,
  'publicId' | 'fileId' | 'name' | 'version' | 'changelog' | 'bytes' | 'sha256' | 'stored'
> & { now: number };

export function insertFileVersion(database: Connection, row: NewFileVersion): void {
  const sql = `INSERT INTO product_file_versions
      (public_id, file_id, name, version, changelog, bytes, sha256, stored, created_at)
    VALUES (@publicId, @fileId, @name, @version, @changelog, @bytes, @sha256, @stored, @now)`;
  prepared<[object], never>(database, sql).run(row);
}

/** Stores the changelog of a file version. */
export function writeChangelog(database: Connection, id: number, changelog: string): void {
  const sql = 'UPDATE product_file_versions SET changelog = ? WHERE id = ?';
  prepared<[string, number], never>(database, sql).run(changelog, id);
}

/** Returns the names of all files in the folder that the database refers to. */
export function listStoredFiles(database: Connection): string[] {
  const sql = `SELECT stored FROM product_file_versions
    UNION ALL SELECT id FROM product_uploads`;
  return prepared<[], { stored: string }>(database, sql)
    .all()
    .map((row) => row.stored);
}

export function findNewestVersion(database: Connection, fileId: number): FileVersionRow | null {
  const sql = `SELECT ${columns} FROM product_file_versions v JOIN product_files f ON f.id = v.file_id
    WHERE v.file_id = ? ORDER BY v.id DESC LIMIT 1`;
  return prepared<[number], FileVersionRow>(database, sql).get(fileId) ?? null;
}

export function versionIsTaken(database: Connection, fileId: number, version: string): boolean {
  const sql = 'SELECT 1 FROM product_file_versions WHERE file_id = ? AND version = ?';
  return prepared<[number, string], unknown>(database, sql).get(fileId, version) !== undefined;
}

/** Deletes the files of products that were deleted before a time and never sold. */
export function forgetDeletedFiles(database: Connection, before: number): void {
  const sql = `DELETE FROM product_files WHERE product_id IN (SELECT id FROM products
    WHERE deleted_at IS NOT NULL AND deleted_at < ? AND first_sold_at IS NULL)`;
  prepared<[number], never>(database, sql).run(before);
}
