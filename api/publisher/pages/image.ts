import {
  type ImageVariants,
  OG_IMAGE_HEIGHT,
  OG_IMAGE_WIDTH,
  type OgImage,
  ogImagePath,
  type PageImage,
  storedSources,
} from '#contracts/image.ts';
import { productTag } from '#contracts/product.ts';
import type { Connection } from '../../db/connection.ts';
import type { ArticleSummary } from '../../db/hot/articles.ts';
import { findOgImageKey, type OgImageSubject, readImages } from '../../db/hot/images.ts';
import { findProductByPublicId } from '../../db/hot/products.ts';
import { findRedirectTarget } from '../../db/hot/published-articles.ts';
import { readContentOgImageKeys } from '../../db/hot/site.ts';
import { addImageSources, listImageNames } from '../../markdown/responsive-images.ts';
import { isShopPublic } from '../guarded-pages.ts';
import { type PageContext, type PageLoader, tag } from '../page-source.ts';

/** Loads /og/{id}.png, the Open Graph image of an article, a product, a game or a case study. */
export const ogImage: PageLoader = (context, path, publicId) => {
  const image = path.slice(1);
  if (readContentOgImageKeys(context.database).has(publicId)) {
    return { kind: 'image', file: image, dependencies: [], content: { image } };
  }
  const shared = findShared(context, publicId);
  if (!shared || findOgImageKey(context.database, shared) === null) return null;
  return {
    kind: 'image',
    file: image,
    dependencies: [shared.kind === 'article' ? tag.article(shared.id) : productTag(shared.id)],
    content: { image },
  };
};

export function toPageImage(
  stored: { fileName: string; width: number; height: number; variants: ImageVariants | null },
  alt: string,
): PageImage {
  const { fileName, width, height, variants } = stored;
  return {
    url: `/media/${fileName}`,
    width,
    height,
    alt,
    sources: storedSources(fileName, variants),
    preview: variants?.preview ?? null,
  };
}

/** Returns the dependencies of a page that shows an article's cover. */
export function coverDependencies(article: ArticleSummary): string[] {
  return article.mediaId === null ? [] : [tag.media(article.mediaId)];
}

/** Adds the existing image variants to an article's text, and returns the dependencies. */
export function addImageVariants(
  database: Connection,
  html: Buffer,
): { html: Buffer; dependencies: string[] } {
  if (!html.includes('<img ')) return { html, dependencies: [] };
  // Latin-1 maps each byte to a character and back without loss; the added text is ASCII.
  const text = html.toString('latin1');
  const images = readImages(database, listImageNames(text));
  return {
    html: Buffer.from(addImageSources(text, images), 'latin1'),
    dependencies: images.map((image) => tag.media(image.id)),
  };
}

function findShared({ database, guards }: PageContext, publicId: string): OgImageSubject | null {
  const article = findRedirectTarget(database, publicId);
  if (article) return { kind: 'article', id: article.id };
  const product = isShopPublic(guards) ? findProductByPublicId(database, publicId) : null;
  return product?.state === 'live' ? { kind: 'product', id: product.id } : null;
}

/** Returns the Open Graph image of a page, or null until it is drawn. */
export function readOgImage(
  database: Connection,
  { publicId, ...shared }: OgImageSubject & { publicId: string },
): OgImage | null {
  const key = findOgImageKey(database, shared);
  if (key === null) return null;
  // The key changes with the title, because other sites cache images by URL.
  const url = `${ogImagePath(publicId)}?v=${key}`;
  return { url, width: OG_IMAGE_WIDTH, height: OG_IMAGE_HEIGHT };
}
