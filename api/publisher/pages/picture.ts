import { type Picture, type PictureVariants, storedSources } from '#contracts/picture.ts';
import type { Connection } from '../../db/connection.ts';
import type { ArticleSummary } from '../../db/hot/articles.ts';
import { readPictures } from '../../db/hot/pictures.ts';
import { addImageSources, listImageNames } from '../../markdown/responsive-images.ts';
import { tag } from '../dependency-tags.ts';

/** Returns an image with its variants for a page. */
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
  const pictures = readPictures(database, listImageNames(text));
  return {
    html: Buffer.from(addImageSources(text, pictures), 'latin1'),
    dependencies: pictures.map((picture) => tag.media(picture.id)),
  };
}
