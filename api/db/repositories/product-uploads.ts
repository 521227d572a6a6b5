import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Finished or unfinished upload of a product file. */
export interface ProductUpload {
  /** Name in the folder of uploads, and later in the folder of product files. */
  id: string;
  uploaderId: number | null;
  name: string;
  bytes: number;
  /** SHA-256 of the finished file. */
  sha256: string | null;
  finishedAt: number | null;
}

const columns = 'id, uploader_id AS uploaderId, name, bytes, sha256, finished_at AS finishedAt';

export function insertProductUpload(
  database: Connection,
  row: Pick<ProductUpload, 'id' | 'uploaderId' | 'name' | 'bytes'> & { now: number },
): void {
  const sql = `INSERT INTO product_uploads (id, uploader_id, name, bytes, created_at, touched_at)
    VALUES (@id, @uploaderId, @name, @bytes, @now, @now)`;
  prepared<[object], never>(database, sql).run(row);
}

export function findProductUpload(database: Connection, id: string): ProductUpload | null {
  const sql = `SELECT ${columns} FROM product_uploads WHERE id = ?`;
  return prepared<[string], ProductUpload>(database, sql).get(id) ?? null;
}

/** Returns the unfinished uploads. */
export function listUnfinishedUploads(database: Connection): Pick<ProductUpload, 'id' | 'bytes'>[] {
  const sql = `SELECT id, bytes FROM product_uploads
    WHERE touched_at > 0 AND finished_at IS NULL`;
  return prepared<[], Pick<ProductUpload, 'id' | 'bytes'>>(database, sql).all();
}

/** Stores the time of the last activity. */
export function touchProductUpload(database: Connection, id: string, now: number): void {
  const sql = 'UPDATE product_uploads SET touched_at = ? WHERE id = ?';
  prepared<[number, string], never>(database, sql).run(now, id);
}

export function finishProductUpload(
  database: Connection,
  { id, sha256, now }: { id: string; sha256: string; now: number },
): void {
  const sql = `UPDATE product_uploads SET sha256 = @sha256, finished_at = @now, touched_at = @now
    WHERE id = @id`;
  prepared<[object], never>(database, sql).run({ id, sha256, now });
}

export function deleteProductUpload(database: Connection, id: string): void {
  prepared<[string], never>(database, 'DELETE FROM product_uploads WHERE id = ?').run(id);
}

/** Deletes uploads without activity since `before`. @returns their IDs */
export function deleteStaleUploads(database: Connection, before: number): string[] {
  const sql = 'DELETE FROM product_uploads WHERE touched_at < ? RETURNING id';
  return prepared<[number], { id: string }>(database, sql)
    .all(before)
    .map((row) => row.id);
}
