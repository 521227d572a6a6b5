import type { ProductSells, ProductState } from '#contracts/product.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** A product as somebody may buy it. Money is in the smallest unit. */
export interface SaleProduct {
  id: number;
  publicId: string;
  productId: string;
  slug: string;
  title: string;
  /** What it costs, or the least of it where buyers choose. */
  price: number;
  /** What is proposed where buyers choose what they pay; null where the price is fixed. */
  suggestedPrice: number | null;
  sells: ProductSells;
  state: ProductState | 'deleted';
  isSample: boolean;
  /** How many licence keys are on its list; null where they do not come from one. */
  keysLeft: number | null;
  /** File name of its first picture. */
  picture: string | null;
}

export interface CartLineRow extends SaleProduct {
  quantity: number;
  priceSeen: number;
  /** What the buyer has chosen to pay for one. */
  amount: number | null;
}

const columns = `p.id, p.public_id AS publicId, p.product_id AS productId, p.slug, p.title, p.price,
  p.suggested_price AS suggestedPrice, p.sells, p.state, p.is_sample AS isSample,
  CASE p.keys_from WHEN 'list' THEN (SELECT count(*) FROM licence_keys k
    WHERE k.product_id = p.id AND k.given_at IS NULL) END AS keysLeft,
  (SELECT m.file_name FROM product_images pp JOIN media m ON m.id = pp.media_id
    WHERE pp.product_id = p.id ORDER BY pp.position LIMIT 1) AS picture`;

const parse = <Row extends SaleProduct>(row: Omit<Row, 'isSample'> & { isSample: 0 | 1 }) =>
  ({ ...row, isSample: row.isSample === 1 }) as Row;

/** What stands in a cart, in the order in which it came in. */
export function listCartLines(database: Connection, userId: number): CartLineRow[] {
  const sql = `SELECT ${columns}, c.quantity, c.price_seen AS priceSeen, c.amount
    FROM cart_lines c JOIN products p ON p.id = c.product_id
    WHERE c.user_id = ? ORDER BY c.added_at, c.product_id`;
  return prepared<[number], Omit<CartLineRow, 'isSample'> & { isSample: 0 | 1 }>(database, sql)
    .all(userId)
    .map(parse<CartLineRow>);
}

export function countCartLines(database: Connection, userId: number): number {
  const sql = 'SELECT count(*) AS found FROM cart_lines WHERE user_id = ?';
  return prepared<[number], { found: number }>(database, sql).get(userId)?.found ?? 0;
}

/** A product by its `_id` or its `product_id`, whatever its state. */
export function findSaleProduct(database: Connection, id: string): SaleProduct | undefined {
  const sql = `SELECT ${columns} FROM products p WHERE p.public_id = @id
    UNION ALL SELECT ${columns} FROM products p WHERE p.product_id = @id LIMIT 1`;
  const row = prepared<[object], Omit<SaleProduct, 'isSample'> & { isSample: 0 | 1 }>(
    database,
    sql,
  ).get({ id });
  return row && parse(row);
}

/** Puts a product into a cart. @returns false when it is there already */
export function insertCartLine(
  database: Connection,
  line: { userId: number; productId: number; quantity: number; price: number; now: number },
): boolean {
  const sql = `INSERT INTO cart_lines (user_id, product_id, quantity, price_seen, added_at)
    VALUES (@userId, @productId, @quantity, @price, @now) ON CONFLICT DO NOTHING`;
  return prepared<[object], unknown>(database, sql).run(line).changes > 0;
}

/** @returns whether the product is in the cart */
export function updateCartQuantity(
  database: Connection,
  line: { userId: number; productId: number; quantity: number },
): boolean {
  const sql = `UPDATE cart_lines SET quantity = @quantity
    WHERE user_id = @userId AND product_id = @productId`;
  return prepared<[object], unknown>(database, sql).run(line).changes > 0;
}

/** Notes what the buyer pays for one of a product in the cart. */
export function updateCartAmount(
  database: Connection,
  line: { userId: number; productId: number; amount: number },
): void {
  const sql = `UPDATE cart_lines SET amount = @amount, price_seen = @amount
    WHERE user_id = @userId AND product_id = @productId`;
  prepared<[object], unknown>(database, sql).run(line);
}

/** @returns whether the product was in the cart */
export function deleteCartLine(
  database: Connection,
  { userId, productId }: { userId: number; productId: number },
): boolean {
  const sql = 'DELETE FROM cart_lines WHERE user_id = ? AND product_id = ?';
  return prepared<[number, number], unknown>(database, sql).run(userId, productId).changes > 0;
}

/** Products of these that a member has bought and not given back, by row id. */
export function listOwnedProducts(database: Connection, userId: number): Set<number> {
  const sql = `SELECT DISTINCT product_id AS id FROM library_entries
    WHERE user_id = ? AND revoked_at IS NULL`;
  return new Set(
    prepared<[number], { id: number }>(database, sql)
      .all(userId)
      .map(({ id }) => id),
  );
}

/** The newest version of each file that a product delivers now. */
export function listFileVersions(
  database: Connection,
  productId: number,
): { name: string; version: string; sha256: string }[] {
  const sql = `SELECT v.name, v.version, v.sha256 FROM product_files f
    JOIN product_file_versions v ON v.id = (SELECT max(id) FROM product_file_versions
      WHERE file_id = f.id)
    WHERE f.product_id = ? AND f.removed_at IS NULL ORDER BY f.position, f.id`;
  return prepared<[number], { name: string; version: string; sha256: string }>(database, sql).all(
    productId,
  );
}
