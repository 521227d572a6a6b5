import type { SharePayload } from '#contracts/job.ts';
import { sharePicturePath } from '#contracts/picture.ts';
import { PRODUCTS_TAG, productsPageOf, productsPagePath, productTag } from '#contracts/product.ts';
import { productPath } from '#contracts/shop-words.ts';
import type { AppContext } from '../../context.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { listProductFormerSlugs, type ProductSummary } from '../../db/hot/products.ts';
import {
  type ProductPlace,
  readNearProducts,
  readProductsBeside,
} from '../../db/hot/published-products.ts';
import { isReadable } from './read-products.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/**
 * Enqueues rendering of the pages and the Open Graph image that a product change affects, unless no
 * reader can see a difference.
 * Call it in the transaction of the change, and wake the publisher after the commit.
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
  // Members-only pages need no Open Graph image.
  if (after.state === 'live' && config.makePictures && config.shopPublic) {
    const drawn: SharePayload = { products: [after.id] };
    enqueueJob(database, { kind: 'share', payload: drawn, now });
  }
}

/** Returns the numbered list pages that contain a product or link to them. */
function listPathsOf(database: Context['database'], id: number): string[] {
  const page = productsPageOf(id);
  const { older, newer } = readProductsBeside(database, page);
  const beside = [older, newer].flatMap((other) => (other === null ? [] : productsPageOf(other)));
  return [page, ...beside].map(productsPagePath);
}

/** Returns the pages of products that show a product as related, before or after the change. */
function pathsBeside(database: Context['database'], place: ProductPlace): string[] {
  const { older, newer } = readNearProducts(database, place);
  return [...older, ...newer].map(({ slug }) => productPath(slug));
}
