import type { ImageVariants } from '#contracts/image.ts';
import type {
  LicenceType,
  ProductKeySource,
  ProductSort,
  ProductState,
} from '#contracts/product.ts';
import { type Connection, foldCase } from '../connection.ts';
import type { Page } from '../database.ts';
import { cachedRead } from '../query-cache.ts';
import { trigramMatch } from '../search-text.ts';
import { hasRow, prepared, readValues } from '../statement-cache.ts';

export interface ProductImageRow {
  /** Row id of the image. */
  mediaId: number;
  publicId: string;
  file: string;
  width: number;
  height: number;
  variants: ImageVariants | null;
  alt: string;
}

/** A product without its text. Times are milliseconds UTC, `price` is in smallest units. */
export interface ProductSummary {
  id: number;
  publicId: string;
  productId: string;
  slug: string;
  title: string;
  description: string;
  price: number;
  /** Suggested price for a custom amount of at least `price`; null for a fixed price. */
  suggestedPrice: number | null;
  category: string | null;
  categoryId: number | null;
  licenceType: LicenceType;
  keysFrom: ProductKeySource;
  state: ProductState | 'deleted';
  sold: number;
  /** True if its licence keys come from a list that is empty. */
  soldOut: boolean;
  /** True for a product of the demo content. */
  isSample: boolean;
  /** Time of the first sale, or null; only unsold products can be deleted. */
  firstSoldAt: number | null;
  listedAt: number;
  liveAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
  gallery: ProductImageRow[];
}

export interface ProductRecord extends ProductSummary {
  content: string;
  html: string;
}

const columns = `
  p.id, p.public_id AS publicId, p.product_id AS productId, p.slug, p.title, p.description, p.price,
  p.suggested_price AS suggestedPrice,
  (SELECT name FROM categories WHERE id = p.category_id) AS category, p.category_id AS categoryId,
  p.licence_type AS licenceType, p.keys_from AS keysFrom, p.state, p.is_sample AS isSample,
  (p.keys_from = 'list' AND NOT EXISTS (SELECT 1 FROM licence_keys k
    WHERE k.product_id = p.id AND k.assigned_at IS NULL)) AS soldOut, p.sold, p.first_sold_at AS firstSoldAt, p.listed_at AS listedAt,
  p.live_at AS liveAt, p.version, p.created_at AS createdAt, p.updated_at AS updatedAt,
  (SELECT json_group_array(json_object('mediaId', m.id, 'publicId', m.public_id, 'file', m.file_name,
      'width', m.width, 'height', m.height, 'variants', json(m.variants), 'alt', shown.alt)
      ORDER BY shown.position)
    FROM product_images shown JOIN media m ON m.id = shown.media_id
    WHERE shown.product_id = p.id) AS gallery`;

type Stored<Product extends ProductSummary> = Omit<Product, 'gallery' | 'soldOut' | 'isSample'> & {
  gallery: string;
  soldOut: 0 | 1;
  isSample: 0 | 1;
};

const parseProductRow = <Product extends ProductSummary>(row: Stored<Product>): Product =>
  ({
    ...row,
    gallery: JSON.parse(row.gallery),
    soldOut: row.soldOut === 1,
    isSample: row.isSample === 1,
  }) as Product;

function findOne<Key extends string | number>(
  database: Connection,
  condition: string,
  key: Key,
): ProductRecord | null {
  const sql = `SELECT ${columns}, p.content, p.html FROM products p WHERE ${condition}`;
  const row = prepared<[Key], Stored<ProductRecord>>(database, sql).get(key);
  return row ? parseProductRow(row) : null;
}

export const findProductById = (database: Connection, id: number) =>
  findOne(database, 'p.id = ?', id);

/** Returns a product by `_id`, also a deleted one. */
export const findProductByPublicId = (database: Connection, publicId: string) =>
  findOne(database, 'p.public_id = ?', publicId);

/** Returns a product by `_id`, `product_id`, slug or former slug. */
export function findProduct(database: Connection, key: string): ProductRecord | null {
  return (
    findProductByPublicId(database, key) ??
    findOne(database, 'p.product_id = ?', key) ??
    findOne(database, 'p.slug = ?', key) ??
    findOne(database, 'p.id = (SELECT product_id FROM product_former_slugs WHERE slug = ?)', key)
  );
}

export function listProductFormerSlugs(database: Connection, id: number): string[] {
  const sql = 'SELECT slug FROM product_former_slugs WHERE product_id = ? ORDER BY slug';
  return readValues<string>(database, sql, id);
}

/** Filters of a list; `title` is already shortened and matched literally. */
export interface ProductFilter {
  states: ProductState[];
  category?: string | undefined;
  title?: string | undefined;
}

const orders: Record<ProductSort, string> = {
  newest: 'p.listed_at DESC, p.id DESC',
  oldest: 'p.listed_at, p.id',
  'best-selling': 'p.sold DESC, p.id DESC',
  cheapest: 'p.price, p.id',
  dearest: 'p.price DESC, p.id DESC',
  title: 'p.title COLLATE NOCASE, p.id',
};

function conditions(filter: ProductFilter): { sql: string; values: Record<string, unknown> } {
  const values: Record<string, unknown> = {};
  const states = filter.states.map((state, index) => {
    values[`state${index}`] = state;
    return `@state${index}`;
  });
  // One state is a range of an index, in the order of each list.
  const parts = [
    states.length === 1 ? `p.state = ${states[0]}` : `p.state IN (${states.join(', ')})`,
  ];
  if (filter.category !== undefined) {
    parts.push(
      "p.category_id = (SELECT id FROM categories WHERE kind = 'product' AND name = @category)",
    );
    values.category = filter.category;
  }
  if (filter.title) {
    const match = trigramMatch(filter.title);
    parts.push(
      match === null
        ? 'instr(fold_case(p.title), @title) > 0'
        : 'p.id IN (SELECT rowid FROM product_titles WHERE product_titles MATCH @title)',
    );
    values.title = match ?? foldCase(filter.title);
  }
  return { sql: parts.join(' AND '), values };
}

/** Maximum number of rows of a cached page. */
const REMEMBERED_LIMIT = 24;

/** Returns one page of products without their text. */
export function listProducts(
  database: Connection,
  filter: ProductFilter,
  page: Page & { sort: ProductSort },
): ProductSummary[] {
  const where = conditions(filter);
  const sql = `SELECT ${columns} FROM products p WHERE ${where.sql}
    ORDER BY ${orders[page.sort]} LIMIT @limit OFFSET @offset`;
  const values = { ...where.values, limit: page.limit, offset: page.offset };
  const read = () =>
    prepared<[object], Stored<ProductSummary>>(database, sql).all(values).map(parseProductRow);
  if (page.limit > REMEMBERED_LIMIT) return read();
  return cachedRead(database, sql + JSON.stringify(values), read);
}

export function countProducts(database: Connection, filter: ProductFilter): number {
  const where = conditions(filter);
  const sql = `SELECT count(*) AS total FROM products p WHERE ${where.sql}`;
  return cachedRead(database, sql + JSON.stringify(where.values), () => {
    const statement = prepared<[object], { total: number }>(database, sql);
    return statement.get(where.values)?.total ?? 0;
  });
}

/** True if a slug is or was used by another product. */
export function productSlugIsTaken(
  database: Connection,
  slug: string,
  except: number | null,
): boolean {
  const sql = `SELECT 1 FROM products WHERE slug = @slug AND id IS NOT @except
    UNION ALL SELECT 1 FROM product_former_slugs WHERE slug = @slug AND product_id IS NOT @except
    UNION ALL SELECT 1 FROM products WHERE public_id = @slug OR product_id = @slug LIMIT 1`;
  return hasRow(database, sql, { slug, except });
}
