import type { ImageVariants } from '#contracts/image.ts';
import type { Connection } from '../connection.ts';
import { findValue, prepared, readValues } from '../statement-cache.ts';

/** Kinds of content with an Open Graph image. */
export type OgImageKind = 'article' | 'product';

const places = {
  article: { ogImages: 'og_images', column: 'article_id', table: 'articles' },
  product: { ogImages: 'product_og_images', column: 'product_id', table: 'products' },
} satisfies Record<OgImageKind, object>;

/** An article or a product, by its row id. */
export interface OgImageSubject {
  kind: OgImageKind;
  id: number;
}

/** The plus prevents using the index on states, which would need a sort. */
const readable = {
  article: "+state IN ('live', 'archived')",
  product: "+state = 'live'",
} satisfies Record<OgImageKind, string>;

/** An image of the store as pages show it. */
export interface MediaImage {
  id: number;
  fileName: string;
  width: number;
  height: number;
  /** Null while none was made. */
  variants: ImageVariants | null;
}

type Row = Omit<MediaImage, 'variants'> & { variants: string | null };

const columns = 'id, file_name AS fileName, width, height, variants';
const parseImageRow = (row: Row): MediaImage => ({
  ...row,
  variants: row.variants === null ? null : JSON.parse(row.variants),
});

/** Returns images by file name; unknown names are omitted. */
export function readImages(database: Connection, fileNames: string[]): MediaImage[] {
  if (fileNames.length === 0) return [];
  const sql = `SELECT ${columns} FROM media WHERE file_name IN (SELECT value FROM json_each(?))`;
  return prepared<[string], Row>(database, sql).all(JSON.stringify(fileNames)).map(parseImageRow);
}

/** Returns the newest image without variants. */
export function findImageWithoutVariants(database: Connection): MediaImage | null {
  const sql = `SELECT ${columns} FROM media WHERE variants IS NULL ORDER BY id DESC LIMIT 1`;
  const row = prepared<[], Row>(database, sql).get();
  return row ? parseImageRow(row) : null;
}

/** Stores the variants of an image; null if they are not generated yet. */
export function recordVariants(
  database: Connection,
  id: number,
  variants: ImageVariants | null,
): void {
  const sql = 'UPDATE media SET variants = ? WHERE id = ?';
  const text = variants === null ? null : JSON.stringify(variants);
  prepared<[string | null, number], unknown>(database, sql).run(text, id);
}

export function listImagesWithVariants(database: Connection): MediaImage[] {
  const sql = `SELECT ${columns} FROM media WHERE variants IS NOT NULL`;
  return prepared<[], Row>(database, sql).all().map(parseImageRow);
}

/** Returns the articles with an image as cover. */
export function listCoveredArticles(database: Connection, mediaId: number): number[] {
  const sql = 'SELECT id FROM articles WHERE media_id = ?';
  return readValues<number>(database, sql, mediaId);
}

/** Returns the key of the data that an Open Graph image was drawn from, or null. */
export function findOgImageKey(database: Connection, { kind, id }: OgImageSubject): string | null {
  const { ogImages, column } = places[kind];
  const sql = `SELECT key FROM ${ogImages} WHERE ${column} = ?`;
  return findValue<string>(database, sql, id);
}

export function recordOgImageKey(
  database: Connection,
  { kind, id }: OgImageSubject,
  key: string,
): void {
  const { ogImages, column } = places[kind];
  const sql = `INSERT INTO ${ogImages} (${column}, key) VALUES (?, ?)
    ON CONFLICT (${column}) DO UPDATE SET key = excluded.key`;
  prepared<[number, string], unknown>(database, sql).run(id, key);
}

export function deleteOgImageKey(database: Connection, { kind, id }: OgImageSubject): void {
  const { ogImages, column } = places[kind];
  const sql = `DELETE FROM ${ogImages} WHERE ${column} = ?`;
  prepared<[number], unknown>(database, sql).run(id);
}

/** Returns all content with an Open Graph image. */
export function listOgImageSubjects(
  database: Connection,
): (OgImageSubject & { publicId: string })[] {
  const kinds = Object.keys(places) as OgImageKind[];
  return kinds.flatMap((kind) => {
    const { ogImages, column, table } = places[kind];
    const sql = `SELECT s.${column} AS id, t.public_id AS publicId
      FROM ${ogImages} s JOIN ${table} t ON t.id = s.${column}`;
    return prepared<[], { id: number; publicId: string }>(database, sql)
      .all()
      .map((row) => ({ kind, ...row }));
  });
}

/** Articles or products below an id that have an address to share, the newest first. */
export function listReadableBelow(
  database: Connection,
  { kind, id }: OgImageSubject,
  limit: number,
): number[] {
  const sql = `SELECT id FROM ${places[kind].table} WHERE id < ? AND ${readable[kind]}
    ORDER BY id DESC LIMIT ?`;
  return readValues<number>(database, sql, id, limit);
}
