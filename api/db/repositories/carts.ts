import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { countRows, type Database } from '../database.ts';
import { libraryEntries } from '../schema/library.ts';
import { cartLines } from '../schema/orders.ts';
import { products } from '../schema/products.ts';

/** File name of a product's first image, or null. */
export const firstImage = sql<string | null>`(SELECT m.file_name
  FROM product_images i JOIN media m ON m.id = i.media_id
  WHERE i.product_id = products.id ORDER BY i.position LIMIT 1)`;

/** Number of available keys of a product with a key list, or null. */
const keysLeft = sql<number | null>`CASE products.keys_from WHEN 'list' THEN (SELECT count(*)
  FROM licence_keys k WHERE k.product_id = products.id AND k.assigned_at IS NULL) END`;

const saleColumns = {
  id: products.id,
  publicId: products.publicId,
  productId: products.productId,
  slug: products.slug,
  title: products.title,
  price: products.price,
  suggestedPrice: products.suggestedPrice,
  licenceType: products.licenceType,
  state: products.state,
  isSample: products.isSample,
  keysLeft,
  image: firstImage,
};

/**
 * Product with everything that a sale needs. Money is in the smallest unit; `price` is the minimum of
 * pay-what-you-want products, which have a `suggestedPrice`.
 */
export type SaleProduct = Omit<CartLineRow, 'quantity' | 'priceSeen' | 'amount'>;

/** Product in a cart; `amount` is what the buyer pays for one of a pay-what-you-want product. */
export type CartLineRow = ReturnType<typeof listCartLines>[number];

/** Returns the lines of a cart in the order in which they were added. */
export function listCartLines({ query }: Database, userId: number) {
  return query
    .select({
      ...saleColumns,
      quantity: cartLines.quantity,
      priceSeen: cartLines.priceSeen,
      amount: cartLines.amount,
    })
    .from(cartLines)
    .innerJoin(products, eq(products.id, cartLines.productId))
    .where(eq(cartLines.userId, userId))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.productId))
    .all();
}

export function countCartLines({ query }: Database, userId: number): number {
  const ofUser = eq(cartLines.userId, userId);
  return countRows(query, cartLines, ofUser);
}

/** Finds a product by its `_id` or its `product_id`, whatever its state. */
export function findSaleProduct({ query }: Database, id: string): SaleProduct | undefined {
  const find = (column: typeof products.publicId | typeof products.productId) =>
    query.select(saleColumns).from(products).where(eq(column, id)).get();
  return find(products.publicId) ?? find(products.productId);
}

/** Adds a product to a cart. @returns false if the cart contains it */
export function insertCartLine(
  { query }: Database,
  line: { userId: number; productId: number; quantity: number; price: number; now: number },
): boolean {
  const { price: priceSeen, now: addedAt, ...rest } = line;
  const row = { ...rest, priceSeen, addedAt };
  return query.insert(cartLines).values(row).onConflictDoNothing().run().changes > 0;
}

interface LineKey {
  userId: number;
  productId: number;
}

const isLine = ({ userId, productId }: LineKey) =>
  and(eq(cartLines.userId, userId), eq(cartLines.productId, productId));

export function updateCartQuantity(
  { query }: Database,
  { quantity, ...line }: LineKey & { quantity: number },
): void {
  query.update(cartLines).set({ quantity }).where(isLine(line)).run();
}

/** Stores what the buyer pays for one of a product in the cart. */
export function updateCartAmount(
  { query }: Database,
  { amount, ...line }: LineKey & { amount: number },
): void {
  query.update(cartLines).set({ amount, priceSeen: amount }).where(isLine(line)).run();
}

/** @returns true if the product was in the cart */
export const deleteCartLine = ({ query }: Database, line: LineKey): boolean =>
  query.delete(cartLines).where(isLine(line)).run().changes > 0;

/** Returns the row IDs of the products that a member owns. */
export function listOwnedProducts({ query }: Database, userId: number): Set<number> {
  const rows = query
    .selectDistinct({ id: libraryEntries.productId })
    .from(libraryEntries)
    .where(and(eq(libraryEntries.userId, userId), isNull(libraryEntries.revokedAt)))
    .all();
  return new Set(rows.map(({ id }) => id));
}
