import { and, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { deriveProduct } from '../derived.ts';
import { cartLines, discounts } from '../schema/orders.ts';
import { productFormerSlugs, productImages, products } from '../schema/products.ts';

export type ProductColumns = Omit<typeof products.$inferInsert, 'id'>;

export function insertProduct(query: Queryable, row: ProductColumns): number {
  const { id } = query.insert(products).values(row).returning({ id: products.id }).get();
  deriveProduct(query.$client, id);
  return id;
}

/**
 * Changes a product; its version grows by one.
 * @returns false if the stored version is no longer `expectedVersion`
 */
export function updateProduct(
  query: Queryable,
  id: number,
  expectedVersion: number,
  changes: Partial<ProductColumns>,
): boolean {
  const updated = query
    .update(products)
    .set({ ...changes, version: sql`${products.version} + 1` })
    .where(and(eq(products.id, id), eq(products.version, expectedVersion)))
    .run();
  if (updated.changes === 0) return false;
  deriveProduct(query.$client, id);
  return true;
}

/** Replaces the images of a product. */
export function writeProductPictures(
  query: Queryable,
  productId: number,
  pictures: readonly { mediaId: number; alt: string }[],
): void {
  query.delete(productImages).where(eq(productImages.productId, productId)).run();
  for (const [position, picture] of pictures.entries()) {
    query
      .insert(productImages)
      .values({ productId, position, ...picture })
      .run();
  }
}

/** Stores the former slug of a product, and releases the new one if the product had it before. */
export function recordProductSlugChange(
  query: Queryable,
  { productId, from, to, now }: { productId: number; from: string; to: string; now: number },
): void {
  query.delete(productFormerSlugs).where(eq(productFormerSlugs.slug, to)).run();
  query
    .insert(productFormerSlugs)
    .values({ slug: from, productId, createdAt: now })
    .onConflictDoNothing()
    .run();
}

/**
 * Converts the prices of products, the prices in carts and the amounts of discount codes, after the
 * currency's smallest unit has changed.
 */
export function rescalePrices(query: Queryable, factor: number): void {
  const times = (column: SQLWrapper) => sql`CAST(round(${column} * ${factor}) AS INTEGER)`;
  const { price, suggestedPrice } = products;
  query
    .update(products)
    .set({ price: times(price), suggestedPrice: times(suggestedPrice) })
    .run();
  const { priceSeen, amount } = cartLines;
  query
    .update(cartLines)
    .set({ priceSeen: times(priceSeen), amount: times(amount) })
    .run();
  // An amount less than the new unit is rounded up to it.
  query
    .update(discounts)
    .set({ value: sql`max(1, ${times(discounts.value)})` })
    .where(eq(discounts.kind, 'amount'))
    .run();
}

/**
 * Counts sold products, or refunded ones with a negative number. A sold product keeps its row, so a
 * product that was deleted during the payment becomes retired. Call it in the transaction of the order;
 * `touchProduct` of services/products updates its pages.
 */
export function incrementSold(query: Queryable, id: number, change: number, now: number): void {
  const { sold, firstSoldAt, state } = products;
  query
    .update(products)
    .set({
      sold: sql`max(0, ${sold} + ${change})`,
      firstSoldAt: sql`coalesce(${firstSoldAt}, ${now})`,
      deletedAt: null,
      state: sql`CASE ${state} WHEN 'deleted' THEN 'retired' ELSE ${state} END`,
    })
    .where(eq(products.id, id))
    .run();
}
