import type { PictureVariants } from '#contracts/picture.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** An image of the store as pages show it. */
export interface StoredPicture {
  id: number;
  fileName: string;
  width: number;
  height: number;
  /** Null while none was made. */
  variants: PictureVariants | null;
}

type Row = Omit<StoredPicture, 'variants'> & { variants: string | null };

const columns = 'id, file_name AS fileName, width, height, variants';
const parse = (row: Row): StoredPicture => ({
  ...row,
  variants: row.variants === null ? null : JSON.parse(row.variants),
});

/** Returns images by file name; unknown names are omitted. */
export function readPictures(database: Connection, fileNames: string[]): StoredPicture[] {
  if (fileNames.length === 0) return [];
  const sql = `SELECT ${columns} FROM media WHERE file_name IN (SELECT value FROM json_each(?))`;
  return prepared<[string], Row>(database, sql).all(JSON.stringify(fileNames)).map(parse);
}

/** Returns the newest image without variants. */
export function findPictureToMake(database: Connection): StoredPicture | null {
  const sql = `SELECT ${columns} FROM media WHERE variants IS NULL ORDER BY id DESC LIMIT 1`;
  const row = prepared<[], Row>(database, sql).get();
  return row ? parse(row) : null;
}

/** Stores the variants of an image; null if they are not generated yet. */
export function recordVariants(
  database: Connection,
  id: number,
  variants: PictureVariants | null,
): void {
  const sql = 'UPDATE media SET variants = ? WHERE id = ?';
  const text = variants === null ? null : JSON.stringify(variants);
  prepared<[string | null, number], unknown>(database, sql).run(text, id);
}

/** Returns all images with variants. */
export function listMadePictures(database: Connection): StoredPicture[] {
  const sql = `SELECT ${columns} FROM media WHERE variants IS NOT NULL`;
  return prepared<[], Row>(database, sql).all().map(parse);
}

/** Returns the articles with an image as cover. */
export function listCoveredArticles(database: Connection, mediaId: number): number[] {
  const sql = 'SELECT id FROM articles WHERE media_id = ?';
  return prepared<[number], { id: number }>(database, sql)
    .all(mediaId)
    .map((row) => row.id);
}
