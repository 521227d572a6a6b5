import { type Picture, type PictureVariants, storedSources } from '#contracts/picture.ts';
import type { Connection } from '../../db/connection.ts';
import type { ArticleSummary } from '../../db/repositories/articles.ts';
import { readPictures } from '../../db/repositories/picture-variants.ts';
import { dressPictures, pictureNames } from '../../markdown/dress-pictures.ts';
import { tag } from '../dependency-tags.ts';

/** An image of the store as a page shows it. */
export function toPicture(
  stored: { fileName: string; width: number; height: number; variants: PictureVariants | null },
  alt: string,
): Picture {
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

/** What a page read that shows an article's cover. */
export function coverReads(article: ArticleSummary): string[] {
  return article.mediaId === null ? [] : [tag.media(article.mediaId)];
}

/** An article's text with the forms its images have by now, and what a page read that shows it. */
export function dressBody(database: Connection, html: Buffer): { html: Buffer; reads: string[] } {
  if (!html.includes('<img ')) return { html, reads: [] };
  // As Latin-1 every byte is a character and comes back as it was; what is added is ASCII.
  const text = html.toString('latin1');
  const pictures = readPictures(database, pictureNames(text));
  return {
    html: Buffer.from(dressPictures(text, pictures), 'latin1'),
    reads: pictures.map((picture) => tag.media(picture.id)),
  };
}
