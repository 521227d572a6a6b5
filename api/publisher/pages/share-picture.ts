import {
  SHARE_HEIGHT,
  SHARE_WIDTH,
  type SharePicture,
  sharePicturePath,
} from '#contracts/picture.ts';
import { productTag } from '#contracts/product.ts';
import type { Connection } from '../../db/connection.ts';
import { findShareKey, type Shareable } from '../../db/hot/pictures.ts';
import { findProductByPublicId } from '../../db/hot/products.ts';
import { findRedirectTarget } from '../../db/hot/published-articles.ts';
import { tag } from '../dependency-tags.ts';
import { isShopPublic } from '../guarded-pages.ts';
import type { PageContext, PageLoader } from '../page-source.ts';

/** Loads /og/{id}.png, the Open Graph image of an article or a product. */
export const sharePicture: PageLoader = (context, path, publicId) => {
  const shared = findShared(context, publicId);
  if (!shared || findShareKey(context.database, shared) === null) return null;
  return {
    kind: 'picture',
    file: path.slice(1),
    dependencies: [shared.kind === 'article' ? tag.article(shared.id) : productTag(shared.id)],
    content: { picture: path.slice(1) },
  };
};

function findShared({ database, guards }: PageContext, publicId: string): Shareable | null {
  const article = findRedirectTarget(database, publicId);
  if (article) return { kind: 'article', id: article.id };
  const product = isShopPublic(guards) ? findProductByPublicId(database, publicId) : null;
  return product?.state === 'live' ? { kind: 'product', id: product.id } : null;
}

/** Returns the Open Graph image of a page, or null until it is drawn. */
export function readSharePicture(
  database: Connection,
  { publicId, ...shared }: Shareable & { publicId: string },
): SharePicture | null {
  const key = findShareKey(database, shared);
  if (key === null) return null;
  // The key changes with the title, because other sites cache images by URL.
  const url = `${sharePicturePath(publicId)}?v=${key}`;
  return { url, width: SHARE_WIDTH, height: SHARE_HEIGHT };
}
