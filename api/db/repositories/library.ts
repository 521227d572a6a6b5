import type { ProductSells, ProductState } from '#contracts/product.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** One line of an order as something that a member owns, or has given back. */
export interface LibraryEntry {
  id: number;
  userId: number;
  productId: number;
  orderId: number;
  /** Of its line in the order. */
  position: number;
  quantity: number;
  keysOwed: number;
  boughtAt: number;
  revokedAt: number | null;
}

/** An entry with the order that it came with. */
export interface OwnedEntry extends LibraryEntry {
  /** `_id` and number of the order. */
  order: string;
  number: number;
}

/** What a library shows of a product, whatever became of it. */
export interface LibraryProduct {
  id: number;
  publicId: string;
  title: string;
  slug: string;
  sells: ProductSells;
  state: ProductState | 'deleted';
  liveAt: number | null;
  /** File name of its first picture. */
  picture: string | null;
}

const columns = `e.id, e.user_id AS userId, e.product_id AS productId, e.order_id AS orderId,
  e.position, e.quantity, e.keys_owed AS keysOwed, e.bought_at AS boughtAt,
  e.revoked_at AS revokedAt`;

/** @returns its row id */
export function insertLibraryEntry(
  database: Connection,
  entry: Omit<LibraryEntry, 'id' | 'revokedAt' | 'keysOwed'>,
): number {
  const sql = `INSERT INTO library_entries
      (user_id, product_id, order_id, position, quantity, bought_at)
    VALUES (@userId, @productId, @orderId, @position, @quantity, @boughtAt) RETURNING id`;
  const row = prepared<[object], { id: number }>(database, sql).get(entry);
  if (!row) throw new Error('nothing came into the library');
  return row.id;
}

/** Products of one page of a library, the last bought first. */
export function listLibraryProducts(
  database: Connection,
  userId: number,
  part: { limit: number; offset: number },
): LibraryProduct[] {
  const sql = `SELECT p.id, p.public_id AS publicId, p.title, p.slug, p.sells, p.state,
      p.live_at AS liveAt,
      (SELECT m.file_name FROM product_images pp JOIN media m ON m.id = pp.media_id
        WHERE pp.product_id = p.id ORDER BY pp.position LIMIT 1) AS picture
    FROM library_entries e JOIN products p ON p.id = e.product_id
    WHERE e.user_id = @userId GROUP BY e.product_id ORDER BY max(e.id) DESC
    LIMIT @limit OFFSET @offset`;
  return prepared<[object], LibraryProduct>(database, sql).all({ userId, ...part });
}

export function countLibraryProducts(database: Connection, userId: number): number {
  const sql = 'SELECT count(DISTINCT product_id) AS found FROM library_entries WHERE user_id = ?';
  return prepared<[number], { found: number }>(database, sql).get(userId)?.found ?? 0;
}

/** Every time that a member has bought a product, the last one first. */
export function listEntriesOf(
  database: Connection,
  { userId, productId }: { userId: number; productId: number },
): OwnedEntry[] {
  const sql = `SELECT ${columns}, o.public_id AS "order", o.number
    FROM library_entries e JOIN orders o ON o.id = e.order_id
    WHERE e.user_id = ? AND e.product_id = ? ORDER BY e.id DESC`;
  return prepared<[number, number], OwnedEntry>(database, sql).all(userId, productId);
}

/** Positions of the lines of an order that were given back. */
export function listRevokedLines(database: Connection, orderId: number): Set<number> {
  const sql = `SELECT position FROM library_entries
    WHERE order_id = ? AND revoked_at IS NOT NULL`;
  const rows = prepared<[number], { position: number }>(database, sql).all(orderId);
  return new Set(rows.map(({ position }) => position));
}

/** Takes lines of an order out of the library of its buyer. What is out stays as it was. */
export function revokeEntries(
  database: Connection,
  { orderId, positions, now }: { orderId: number; positions: readonly number[]; now: number },
): void {
  const sql = `UPDATE library_entries SET revoked_at = @now, keys_owed = 0
    WHERE order_id = @orderId AND revoked_at IS NULL
      AND position IN (SELECT value FROM json_each(@positions))`;
  const values = { orderId, positions: JSON.stringify(positions), now };
  prepared<[object], unknown>(database, sql).run(values);
}

/** Entries of a product that wait for keys, the first paid first. */
export function listEntriesWithPendingKeys(
  database: Connection,
  productId: number,
): LibraryEntry[] {
  const sql = `SELECT ${columns} FROM library_entries e
    WHERE e.product_id = ? AND e.keys_owed > 0 ORDER BY e.id`;
  return prepared<[number], LibraryEntry>(database, sql).all(productId);
}

export function updatePendingKeys(database: Connection, entryId: number, owed: number): void {
  const sql = 'UPDATE library_entries SET keys_owed = ? WHERE id = ?';
  prepared<[number, number], unknown>(database, sql).run(owed, entryId);
}

/** The next members who own a product now, after a row id. */
export function listOwnersAfter(
  database: Connection,
  { productId, after, limit }: { productId: number; after: number; limit: number },
): number[] {
  const sql = `SELECT DISTINCT user_id AS id FROM library_entries
    WHERE product_id = @productId AND user_id > @after AND revoked_at IS NULL
    ORDER BY user_id LIMIT @limit`;
  const rows = prepared<[object], { id: number }>(database, sql).all({ productId, after, limit });
  return rows.map(({ id }) => id);
}
