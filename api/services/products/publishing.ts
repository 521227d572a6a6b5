import type { SharePayload } from '#contracts/job.ts';
import {
  PRODUCTS_TAG,
  productPath,
  productsPageOf,
  productsPagePath,
  productTag,
} from '#contracts/product.ts';
import { sharePicturePath } from '#contracts/share-picture.ts';
import type { AppContext } from '../../context.ts';
import { enqueueJob } from '../../db/repositories/jobs.ts';
import { listProductFormerSlugs, type ProductSummary } from '../../db/repositories/products.ts';
import {
  type ProductPlace,
  readNearProducts,
  readProductsBeside,
} from '../../db/repositories/published-products.ts';
import { isReadable } from './reading.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/**
 * Writes into the outbox that a product changed, unless no reader could see a difference: pages that read
 * `product:{id}` and `list:products` are brought in line, and the product's own addresses besides, which
 * may not exist yet, and the pages beside which it appears or goes; its picture for sharing is drawn
 * anew. Belongs in the transaction of the change; `context.publisher.wake()` follows it.
 */
export function touchProduct(
  { config, database, clock }: Context,
  before: ProductSummary | null,
  after: ProductSummary,
): void {
  const states = before ? [before, after] : [after];
  if (!states.some(isReadable)) return;
  const names = states.flatMap(({ slug, publicId, productId }) => [slug, publicId, productId]);
  const all = new Set([...names, ...listProductFormerSlugs(database, after.id)]);
  const paths = [
    ...[...all].map(productPath),
    sharePicturePath(after.publicId),
    ...listPathsOf(database, after.id),
    ...states.flatMap((state) => pathsBeside(database, state)),
  ];
  const payload = { tags: [productTag(after.id), PRODUCTS_TAG], paths: [...new Set(paths)] };
  const now = clock();
  enqueueJob(database, { kind: 'refresh', payload, now });
  // Nobody shares what only members can open.
  if (after.state === 'live' && config.makePictures && config.shopPublic) {
    const drawn: SharePayload = { products: [after.id] };
    enqueueJob(database, { kind: 'share', payload: drawn, now });
  }
}

/** The numbered page that a product stands on, and those which lead to it. */
function listPathsOf(database: Context['database'], id: number): string[] {
  const page = productsPageOf(id);
  const { older, newer } = readProductsBeside(database, page);
  const beside = [older, newer].flatMap((other) => (other === null ? [] : productsPageOf(other)));
  return [page, ...beside].map(productsPagePath);
}

/** Pages of products that show a product as related, or did, or will: few, however many there are. */
function pathsBeside(database: Context['database'], place: ProductPlace): string[] {
  const { older, newer } = readNearProducts(database, place);
  return [...older, ...newer].map(({ slug }) => productPath(slug));
}
