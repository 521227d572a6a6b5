import { asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { productNews } from '../schema/library.ts';
import { products } from '../schema/products.ts';

/** A new version that the buyers of its product are notified of. */
export interface ProductNews {
  id: number;
  productId: number;
  /** Changes, in a line for each file. */
  text: string;
  /** Row id of the last member who was notified. */
  reached: number;
  title: string;
  publicId: string;
}

export function insertProductNews(
  { query }: Database,
  { productId, text, now }: { productId: number; text: string; now: number },
): void {
  query.insert(productNews).values({ productId, text, startedAt: now }).run();
}

/** Returns the oldest version whose buyers have not all been notified. */
export function findPendingNews({ query }: Database): ProductNews | undefined {
  return query
    .select({
      id: productNews.id,
      productId: productNews.productId,
      text: productNews.text,
      reached: productNews.reached,
      title: products.title,
      publicId: products.publicId,
    })
    .from(productNews)
    .innerJoin(products, eq(products.id, productNews.productId))
    .where(isNull(productNews.writtenAt))
    .orderBy(asc(productNews.id))
    .limit(1)
    .get();
}

export function updateProductNews(
  { query }: Database,
  id: number,
  changes: { reached: number; writtenAt: number | null },
): void {
  query.update(productNews).set(changes).where(eq(productNews.id, id)).run();
}
