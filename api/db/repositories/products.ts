import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { countRows, type Database, type Queryable } from '../database.ts';
import { deriveProduct, deriveProductsOfCategory } from '../derived.ts';
import { categories } from '../schema/articles.ts';
import { updateNotifications } from '../schema/library.ts';
import { cartLines, discounts } from '../schema/orders.ts';
import { productFormerSlugs, productImages, products } from '../schema/products.ts';

/** Category with its number of products, except deleted ones. */
export type CategoryRow = ReturnType<typeof listProductCategories>[number];

const isProductCategory = eq(categories.kind, 'product');

export type ProductColumns = Omit<typeof products.$inferInsert, 'id'>;

export function insertProduct(query: Queryable, row: ProductColumns): number {
  const { id } = query.insert(products).values(row).returning({ id: products.id }).get();
  deriveProduct(query, id);
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
  deriveProduct(query, id);
  return true;
}

/** Replaces the images of a product. */
export function writeProductImages(
  query: Queryable,
  productId: number,
  images: readonly { mediaId: number; alt: string }[],
): void {
  query.delete(productImages).where(eq(productImages.productId, productId)).run();
  for (const [position, image] of images.entries()) {
    query
      .insert(productImages)
      .values({ productId, position, ...image })
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
 * `enqueueProductPages` of services/products updates its pages.
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

function selectCategories({ query }: Database) {
  const isInCategory = and(
    eq(products.categoryId, categories.id),
    inArray(products.state, ['draft', 'live', 'retired']),
  );
  return query
    .select({ id: categories.id, name: categories.name, products: count(products.id) })
    .from(categories)
    .leftJoin(products, isInCategory)
    .groupBy(categories.id);
}

export function listProductCategories(database: Database) {
  return selectCategories(database).where(isProductCategory).orderBy(asc(categories.name)).all();
}

export function findProductCategory(database: Database, id: number): CategoryRow | null {
  const isIt = and(isProductCategory, eq(categories.id, id));
  return selectCategories(database).where(isIt).get() ?? null;
}

/** Finds a category by its name, ignoring the case of ASCII letters. */
export function findProductCategoryByName(database: Database, name: string): CategoryRow | null {
  const isIt = and(isProductCategory, eq(categories.name, name));
  return selectCategories(database).where(isIt).get() ?? null;
}

export function insertProductCategory({ query }: Database, name: string): number {
  const row = query.insert(categories).values({ kind: 'product', name }).returning().get();
  return row.id;
}

export function renameProductCategory({ query }: Database, id: number, name: string): void {
  const isIt = and(isProductCategory, eq(categories.id, id));
  query.update(categories).set({ name }).where(isIt).run();
  deriveProductsOfCategory(query, id);
}

/** Moves all products of a category, including deleted ones, to another category or to none. */
export function moveProducts({ query }: Database, from: number, into: number | null): void {
  const moved = query
    .update(products)
    .set({ categoryId: into })
    .where(eq(products.categoryId, from))
    .returning({ id: products.id })
    .all();
  for (const { id } of moved) deriveProduct(query, id);
}

export function deleteProductCategory({ query }: Database, id: number): void {
  query
    .delete(categories)
    .where(and(isProductCategory, eq(categories.id, id)))
    .run();
}

/** Counts the live products with a price, without the samples unless `samples` is true. */
export function countPricedProducts(
  { query }: Pick<Database, 'query'>,
  { samples }: { samples: boolean },
): number {
  const priced = or(gt(products.price, 0), isNotNull(products.suggestedPrice));
  const own = samples ? undefined : eq(products.isSample, false);
  return countRows(query, products, and(eq(products.state, 'live'), priced, own));
}

export function insertUpdateNotification(
  { query }: Database,
  { productId, text, now }: { productId: number; text: string; now: number },
): void {
  query.insert(updateNotifications).values({ productId, text, startedAt: now }).run();
}

/** Returns the oldest version whose buyers have not all been notified; `text` has a line for each file. */
export function findPendingUpdateNotification({ query }: Database) {
  const { id, productId, text, lastRecipientId, writtenAt } = updateNotifications;
  const { title, publicId } = products;
  return query
    .select({ id, productId, text, lastRecipientId, title, publicId })
    .from(updateNotifications)
    .innerJoin(products, eq(products.id, productId))
    .where(isNull(writtenAt))
    .orderBy(asc(id))
    .limit(1)
    .get();
}

export function saveUpdateNotification(
  { query }: Database,
  id: number,
  changes: { lastRecipientId: number; writtenAt: number | null },
): void {
  query.update(updateNotifications).set(changes).where(eq(updateNotifications.id, id)).run();
}
