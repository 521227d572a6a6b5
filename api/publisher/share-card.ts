import { createHash } from 'node:crypto';
import { readTimeLabel } from '#contracts/reading-time.ts';
import type { ShareCard } from '#contracts/share-picture.ts';
import type { ArticleSummary } from '../db/repositories/articles.ts';
import type { ProductSummary } from '../db/repositories/products.ts';
import { siteInfo } from '../site-info.ts';

/** To be counted up when the drawing changes (api/pictures): then all are drawn anew. */
const DRAWING = 1;
const KEY_DIGITS = 8;

/** What that picture shows. */
export function shareCardOf(article: ArticleSummary): ShareCard {
  return {
    site: siteInfo.name,
    title: article.title,
    facts: [article.authorName, readTimeLabel(article.words)],
    plate: article.slug,
  };
}

/** The same of a product. What it costs changes too often for pictures that others keep. */
export function shareCardOfProduct(product: ProductSummary): ShareCard {
  return {
    site: siteInfo.name,
    title: product.title,
    facts: ['Shop', ...(product.category === null ? [] : [product.category])],
    plate: product.slug,
  };
}

/** Tells apart what pictures are drawn from. */
export function shareKeyOf(card: ShareCard): string {
  const text = JSON.stringify([DRAWING, card]);
  return createHash('sha256').update(text).digest('hex').slice(0, KEY_DIGITS);
}
