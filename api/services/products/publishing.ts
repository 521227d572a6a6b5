import { PRODUCTS_TAG, productPath, productTag } from '#contracts/product.ts';
import type { AppContext } from '../../context.ts';
import { enqueueJob } from '../../db/repositories/jobs.ts';
import { listProductFormerSlugs, type ProductSummary } from '../../db/repositories/products.ts';
import { isReadable } from './reading.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/**
 * Writes into the outbox that a product changed, unless no reader could see a difference: pages that read
 * `product:{id}` and `list:products` are brought in line, and the product's own addresses besides, which
 * may not exist yet. Belongs in the transaction of the change; `context.publisher.wake()` follows it.
 */
export function touchProduct(
  { database, clock }: Context,
  before: ProductSummary | null,
  after: ProductSummary,
): void {
  const states = before ? [before, after] : [after];
  if (!states.some(isReadable)) return;
  const names = states.flatMap(({ slug, publicId, productId }) => [slug, publicId, productId]);
  const all = new Set([...names, ...listProductFormerSlugs(database, after.id)]);
  const paths = [...all].map(productPath);
  const payload = { tags: [productTag(after.id), PRODUCTS_TAG], paths };
  enqueueJob(database, { kind: 'refresh', payload, now: clock() });
}
