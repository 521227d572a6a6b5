import type { IncludedFile } from '#contracts/page.ts';
import { PRODUCT_IDS_PER_PAGE, RELATED_PRODUCTS } from '#contracts/product.ts';
import type { Connection } from '../connection.ts';
import { findValue, prepared, readValues } from '../statement-cache.ts';
import { findProductById, type ProductSummary } from './products.ts';

/** Position of a product in its category. */
export type ProductPlace = Pick<ProductSummary, 'id' | 'categoryId' | 'listedAt'>;

/** True if everyone can read a product: it is or was for sale. */
export function isReadableProduct({
  state,
  liveAt,
}: Pick<ProductSummary, 'state' | 'liveAt'>): boolean {
  return state === 'live' || (state === 'retired' && liveAt !== null);
}

interface Found {
  id: number;
  slug: string;
}

const nearest = (order: 'ASC' | 'DESC') => `SELECT id, slug FROM products
  WHERE category_id = @categoryId AND state = 'live' AND (listed_at, id) ${order === 'ASC' ? '>' : '<'} (@listedAt, @id)
  ORDER BY listed_at ${order}, id ${order} LIMIT ${RELATED_PRODUCTS}`;

/** Returns the live products of a category directly before and after a position, nearest first. */
export function readNearProducts(
  database: Connection,
  { id, categoryId, listedAt }: ProductPlace,
): { older: Found[]; newer: Found[] } {
  if (categoryId === null) return { older: [], newer: [] };
  const values = { id, categoryId, listedAt };
  return {
    older: prepared<[object], Found>(database, nearest('DESC')).all(values),
    newer: prepared<[object], Found>(database, nearest('ASC')).all(values),
  };
}

/** Returns live products with row ids from `from` to before `to`, newest first. */
export function readProductsBetween(
  database: Connection,
  from: number,
  to: number,
): ProductSummary[] {
  const sql = `SELECT id FROM products WHERE id >= ? AND id < ? AND state = 'live' ORDER BY id DESC`;
  const ids = readValues<number>(database, sql, from, to);
  return ids.flatMap((id) => findProductById(database, id) ?? []);
}

const beside = {
  older: "SELECT id FROM products WHERE id < ? AND state = 'live' ORDER BY id DESC LIMIT 1",
  newer: "SELECT id FROM products WHERE id >= ? AND state = 'live' ORDER BY id LIMIT 1",
};

/** Returns row ids of the nearest live products on the pages before and after one. */
export function readProductsBeside(
  database: Connection,
  page: number,
): { older: number | null; newer: number | null } {
  const from = (page - 1) * PRODUCT_IDS_PER_PAGE;
  return {
    older: findValue<number>(database, beside.older, from),
    newer: findValue<number>(database, beside.newer, from + PRODUCT_IDS_PER_PAGE),
  };
}

/** Returns the categories with products for sale, by name. */
export function readShopCategories(
  database: Connection,
): { id: number; name: string; count: number }[] {
  const sql = `SELECT c.id, c.name, (SELECT count(*) FROM products p
      WHERE p.category_id = c.id AND p.state = 'live') AS count
    FROM categories c WHERE c.kind = 'product' ORDER BY c.name`;
  return prepared<[], { id: number; name: string; count: number }>(database, sql)
    .all()
    .filter(({ count }) => count > 0);
}

export function readReadableProductKeys(
  database: Connection,
): { id: number; slug: string; publicId: string; productId: string }[] {
  const sql = `SELECT id, slug, public_id AS publicId, product_id AS productId FROM products
    WHERE state = 'live' OR (state = 'retired' AND live_at IS NOT NULL)`;
  return prepared<[], { id: number; slug: string; publicId: string; productId: string }>(
    database,
    sql,
  ).all();
}

/** Product in the static search index. */
export interface IndexedProduct {
  slug: string;
  title: string;
  description: string;
  category: string | null;
}

/** Returns the live products of a range of row ids, in their order. */
export function readIndexedProducts(
  database: Connection,
  from: number,
  to: number,
): IndexedProduct[] {
  const sql = `SELECT slug, title, description,
      (SELECT name FROM categories WHERE id = category_id) AS category
    FROM products WHERE id >= ? AND id < ? AND state = 'live' ORDER BY id`;
  return prepared<[number, number], IndexedProduct>(database, sql).all(from, to);
}

/** Returns the newest version of each file of a product, in the order of the files. */
export function listNewestProductFiles(database: Connection, productId: number): IncludedFile[] {
  const sql = `SELECT v.name, v.version, v.bytes, v.sha256, v.changelog
    FROM product_files f JOIN product_file_versions v
      ON v.id = (SELECT max(id) FROM product_file_versions WHERE file_id = f.id)
    WHERE f.product_id = ? AND f.removed_at IS NULL ORDER BY f.position, f.id`;
  return prepared<[number], IncludedFile>(database, sql).all(productId);
}
