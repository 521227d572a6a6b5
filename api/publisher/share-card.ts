import { createHash } from 'node:crypto';
import { readTimeLabel } from '#contracts/reading-time.ts';
import type { ShareCard } from '#contracts/share-picture.ts';
import type { ArticleSummary } from '../db/repositories/articles.ts';
import { siteInfo } from '../site-info.ts';

/** To be counted up when the drawing changes (api/pictures): then all are drawn anew. */
const DRAWING = 1;
const KEY_DIGITS = 8;

/** Address of the picture that stands for an article where it is shared. */
export const sharePicturePath = (publicId: string) => `/og/${publicId}.png`;

/** What that picture shows. */
export function shareCardOf(article: ArticleSummary): ShareCard {
  return {
    site: siteInfo.name,
    title: article.title,
    facts: [article.authorName, readTimeLabel(article.words)],
    plate: article.slug,
  };
}

/** Tells apart what pictures are drawn from. */
export function shareKeyOf(card: ShareCard): string {
  const text = JSON.stringify([DRAWING, card]);
  return createHash('sha256').update(text).digest('hex').slice(0, KEY_DIGITS);
}
