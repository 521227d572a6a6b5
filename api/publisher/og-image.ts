import { createHash } from 'node:crypto';
import { readTimeLabel } from '#contracts/article.ts';
import type { ShareCard } from '#contracts/picture.ts';
import type { ArticleSummary } from '../db/hot/articles.ts';
import type { ProductSummary } from '../db/hot/products.ts';
import { siteInfo } from '../site-info.ts';

/** Version of the drawing code in api/pictures; increase it to draw all images again. */
const DRAWING = 1;
const KEY_DIGITS = 8;

/** Returns the data of an article's Open Graph image. */
export function shareCardOf(article: ArticleSummary): ShareCard {
  return {
    site: siteInfo.name,
    title: article.title,
    facts: [article.authorName, readTimeLabel(article.words)],
    plate: article.slug,
  };
}

/** Returns the data of a product's Open Graph image, without the price, which changes too often. */
export function shareCardOfProduct(product: ProductSummary): ShareCard {
  return {
    site: siteInfo.name,
    title: product.title,
    facts: ['Shop', ...(product.category === null ? [] : [product.category])],
    plate: product.slug,
  };
}

/** Returns a key of the data, to detect changes. */
export function shareKeyOf(card: ShareCard): string {
  const text = JSON.stringify([DRAWING, card]);
  return createHash('sha256').update(text).digest('hex').slice(0, KEY_DIGITS);
}
