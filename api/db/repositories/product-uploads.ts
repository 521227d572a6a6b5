import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

/** What was uploaded for a product, or is being uploaded. */
export interface ProductUpload {
  /** Its name in the folder of uploads, and once finished in that of product files. */
  id: string;
  uploaderId: number | null;
  name: string;
  bytes: number;
  /** Of the whole file, once all of it is there. */
  sha256: string | null;
  finishedAt: number | null;
}

const columns = 'id, uploader_id AS uploaderId, name, bytes, sha256, finished_at AS finishedAt';

export function findProductUpload(database: Connection, id: string): ProductUpload | null {
  const sql = `SELECT ${columns} FROM product_uploads WHERE id = ?`;
  return prepared<[string], ProductUpload>(database, sql).get(id) ?? null;
}

export function deleteProductUpload(database: Connection, id: string): void {
  prepared<[string], never>(database, 'DELETE FROM product_uploads WHERE id = ?').run(id);
}

/** Forgets uploads that nobody has touched since `before`. @returns their ids */
export function deleteStaleUploads(database: Connection, before: number): string[] {
  const sql = 'DELETE FROM product_uploads WHERE touched_at < ? RETURNING id';
  return prepared<[number], { id: string }>(database, sql)
    .all(before)
    .map((row) => row.id);
}
