import type { ArticleState } from '#contracts/article.ts';
import type { ProductState } from '#contracts/product.ts';
import type { PictureFilter, PictureSort } from '#contracts/upload.ts';
import { type Connection, foldCase } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** A picture of the store as the admin's table shows it. */
export interface UploadRow {
  id: number;
  publicId: string;
  fileName: string;
  name: string;
  alt: string;
  folder: string;
  width: number;
  height: number;
  bytes: number;
  createdAt: number;
  by: string | null;
}

/**
 * An article or a product that shows a picture: as its own, in its text, or an article in unsaved work on
 * it alone.
 */
export interface UseRow {
  kind: 'article' | 'product';
  id: number;
  publicId: string;
  title: string;
  state: ArticleState | ProductState;
  cover: number;
  inText: number;
}

export interface UploadSelection {
  search: string;
  show: Exclude<PictureFilter, 'avatars'>;
}

/** From so many characters the trigram index answers. */
const TRIGRAM = 3;

const orders: Record<PictureSort, string> = {
  newest: 'm.created_at DESC, m.id DESC',
  oldest: 'm.created_at, m.id',
  largest: 'm.bytes DESC, m.id DESC',
  name: 'm.name COLLATE NOCASE, m.id',
};

const unused = `NOT EXISTS (SELECT 1 FROM articles a WHERE a.media_id = m.id)
  AND NOT EXISTS (SELECT 1 FROM image_uses p WHERE p.file_name = m.file_name)
  AND NOT EXISTS (SELECT 1 FROM working_copy_images c WHERE c.file_name = m.file_name)
  AND NOT EXISTS (SELECT 1 FROM product_images s WHERE s.media_id = m.id)
  AND NOT EXISTS (SELECT 1 FROM product_image_uses t WHERE t.file_name = m.file_name)`;

function condition({ search, show }: UploadSelection): string {
  const found =
    [...search].length >= TRIGRAM
      ? 'm.id IN (SELECT rowid FROM media_words WHERE media_words MATCH @search)'
      : '(instr(fold_case(m.name), @search) > 0 OR instr(fold_case(m.alt), @search) > 0)';
  const parts = [...(show === 'unused' ? [unused] : []), ...(search === '' ? [] : [found])];
  return parts.length === 0 ? '1' : parts.join(' AND ');
}

function valuesOf({ search }: UploadSelection): object {
  if (search === '') return {};
  // Between quotes nothing is an operator of FTS5.
  const match = `"${search.replaceAll('"', '""')}"`;
  return { search: [...search].length >= TRIGRAM ? match : foldCase(search) };
}

/** One page of the table of pictures. */
export function listUploads(
  database: Connection,
  selection: UploadSelection,
  { sort, limit, offset }: { sort: PictureSort; limit: number; offset: number },
): UploadRow[] {
  const sql = `SELECT m.id, m.public_id AS publicId, m.file_name AS fileName, m.name, m.alt,
      m.folder, m.width, m.height, m.bytes, m.created_at AS createdAt, u.name AS "by"
    FROM media m LEFT JOIN users u ON u.id = m.uploader_id
    WHERE ${condition(selection)} ORDER BY ${orders[sort]} LIMIT @limit OFFSET @offset`;
  const values = { ...valuesOf(selection), limit, offset };
  return prepared<[object], UploadRow>(database, sql).all(values);
}

export function countUploads(database: Connection, selection: UploadSelection): number {
  const sql = `SELECT count(*) AS found FROM media m WHERE ${condition(selection)}`;
  return prepared<[object], { found: number }>(database, sql).get(valuesOf(selection))?.found ?? 0;
}

/** Pictures that nothing shows, uploaded before `time`, the oldest first. */
export function listUnusedUploads(
  database: Connection,
  time: number,
  limit: number,
): Pick<UploadRow, 'id' | 'fileName'>[] {
  const sql = `SELECT m.id, m.file_name AS fileName FROM media m
    WHERE m.created_at < @time AND ${unused} ORDER BY m.created_at, m.id LIMIT @limit`;
  return prepared<[object], Pick<UploadRow, 'id' | 'fileName'>>(database, sql).all({ time, limit });
}

export function countUnusedUploads(database: Connection, time: number): number {
  const sql = `SELECT count(*) AS found FROM media m WHERE m.created_at < ? AND ${unused}`;
  return prepared<[number], { found: number }>(database, sql).get(time)?.found ?? 0;
}

type Shown = { id: number; fileName: string };

const showing = `(
    SELECT id, 1 AS cover, 0 AS in_text FROM articles WHERE media_id = @id
    UNION ALL SELECT article_id, 0, 1 FROM image_uses WHERE file_name = @fileName
    UNION ALL SELECT article_id, 0, 0 FROM working_copy_images WHERE file_name = @fileName
  ) page`;

const showingProducts = `(
    SELECT product_id AS id, 1 AS cover, 0 AS in_text FROM product_images WHERE media_id = @id
    UNION ALL SELECT product_id, 0, 1 FROM product_image_uses WHERE file_name = @fileName
  ) page`;

/** Articles and products that show a picture, deleted ones included, the newest first. */
export function listUses(database: Connection, picture: Shown, limit: number): UseRow[] {
  const { id, fileName } = picture;
  const columns = `a.id, a.public_id AS publicId, a.title, a.state, max(page.cover) AS cover,
    max(page.in_text) AS inText`;
  const read = (kind: UseRow['kind'], from: string, most: number) => {
    const sql = `SELECT '${kind}' AS kind, ${columns} FROM ${from}
      GROUP BY a.id ORDER BY a.id DESC LIMIT @limit`;
    return prepared<[object], UseRow>(database, sql).all({ id, fileName, limit: most });
  };
  const found = read('article', `${showing} JOIN articles a ON a.id = page.id`, limit);
  const shelf = `${showingProducts} JOIN products a ON a.id = page.id`;
  return [...found, ...read('product', shelf, limit - found.length)];
}

export function countUses(database: Connection, { id, fileName }: Shown): number {
  const count = (from: string) =>
    prepared<[object], { found: number }>(
      database,
      `SELECT count(DISTINCT page.id) AS found FROM ${from}`,
    ).get({ id, fileName })?.found ?? 0;
  return count(showing) + count(showingProducts);
}

/** Takes a picture off every article and product it stands for, deleted ones included. */
export function clearCovers(database: Connection, mediaId: number): void {
  const off = 'DELETE FROM product_images WHERE media_id = ?';
  prepared<[number], never>(database, off).run(mediaId);
  const sql = 'UPDATE articles SET media_id = NULL WHERE media_id = ?';
  prepared<[number], never>(database, sql).run(mediaId);
}

/** An avatar with whose it is. */
export interface AvatarRow {
  publicId: string;
  name: string;
  createdAt: number;
  user: string;
  userName: string;
  shown: number;
}

/** One page of members' pictures, the newest first. */
export function listAvatarUploads(
  database: Connection,
  search: string,
  { limit, offset }: { limit: number; offset: number },
): AvatarRow[] {
  const sql = `SELECT v.public_id AS publicId, v.name, v.created_at AS createdAt,
      u.public_id AS user, u.name AS userName,
      coalesce(instr(u.avatar, '/' || v.name || '-') > 0, 0) AS shown
    FROM avatars v JOIN users u ON u.id = v.user_id
    WHERE instr(fold_case(u.name), @search) > 0
    ORDER BY v.created_at DESC, v.id DESC LIMIT @limit OFFSET @offset`;
  const values = { search: foldCase(search), limit, offset };
  return prepared<[object], AvatarRow>(database, sql).all(values);
}

export function countAvatarUploads(database: Connection, search: string): number {
  const sql = `SELECT count(*) AS found FROM avatars v JOIN users u ON u.id = v.user_id
    WHERE instr(fold_case(u.name), ?) > 0`;
  return prepared<[string], { found: number }>(database, sql).get(foldCase(search))?.found ?? 0;
}
