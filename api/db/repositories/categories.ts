import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { deriveProduct, deriveProductsOfCategory } from '../derived.ts';
import { categories } from '../schema/articles.ts';
import { products } from '../schema/products.ts';

/** A category of products. */
export interface CategoryRow {
  id: number;
  name: string;
  /** Products in it, except deleted ones. */
  products: number;
}

const isProductCategory = eq(categories.kind, 'product');

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

/** Returns all categories of products by name. */
export function listProductCategories(database: Database): CategoryRow[] {
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

export function renameProductCategory({ query, raw }: Database, id: number, name: string): void {
  const isIt = and(isProductCategory, eq(categories.id, id));
  query.update(categories).set({ name }).where(isIt).run();
  deriveProductsOfCategory(raw, id);
}

/** Moves all products of a category, including deleted ones, to another category or to none. */
export function moveProducts({ query, raw }: Database, from: number, into: number | null): void {
  const moved = query
    .update(products)
    .set({ categoryId: into })
    .where(eq(products.categoryId, from))
    .returning({ id: products.id })
    .all();
  for (const { id } of moved) deriveProduct(raw, id);
}

export function deleteProductCategory({ query }: Database, id: number): void {
  query
    .delete(categories)
    .where(and(isProductCategory, eq(categories.id, id)))
    .run();
}
