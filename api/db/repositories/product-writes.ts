import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { deriveProduct } from '../derived.ts';
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
 * Prices of products, what members have chosen to pay and amounts of discount codes, after the currency's
 * smallest unit became another one.
 */
export function rescalePrices(query: Queryable, factor: number): void {
  const times = (column: string) => sql`CAST(round(${sql.raw(column)} * ${factor}) AS INTEGER)`;
  query.run(sql`UPDATE products SET price = ${times('price')},
      suggested_price = ${times('suggested_price')}`);
  query.run(sql`UPDATE cart_lines SET price_seen = ${times('price_seen')},
      amount = ${times('amount')}`);
  // Less than the new unit is still something.
  query.run(sql`UPDATE discounts SET value = max(1, ${times('value')}) WHERE kind = 'amount'`);
}

/**
 * Counts what was sold, or with a negative number what was taken back. A product that was sold once stays
 * for good, so one that was deleted while somebody paid for it comes back as retired. Belongs in the
 * transaction of the order; `touchProduct` of services/products brings its pages in line.
 */
export function incrementSold(query: Queryable, id: number, change: number, now: number): void {
  query.run(sql`UPDATE products SET sold = max(0, sold + ${change}),
      first_sold_at = coalesce(first_sold_at, ${now}), deleted_at = NULL,
      state = CASE state WHEN 'deleted' THEN 'retired' ELSE state END
    WHERE id = ${id}`);
}
