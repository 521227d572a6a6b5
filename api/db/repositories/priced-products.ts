import { and, count, eq, gt, isNotNull, or } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { products } from '../schema/products.ts';

/** Counts the live products with a price, without the samples unless `samples` is true. */
export function countPricedProducts(
  { query }: Pick<Database, 'query'>,
  { samples }: { samples: boolean },
): number {
  const priced = or(gt(products.price, 0), isNotNull(products.suggestedPrice));
  const own = samples ? undefined : eq(products.isSample, false);
  const found = query
    .select({ total: count() })
    .from(products)
    .where(and(eq(products.state, 'live'), priced, own))
    .get();
  return found?.total ?? 0;
}
