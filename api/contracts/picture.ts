/** What a picture is shown from. Hardly more than types: pages trust it, as all of page.ts. */

/** One format of a picture, as <source> needs it. */
export interface PictureSource {
  type: 'image/avif' | 'image/webp';
  /** Addresses with their widths, the smallest first. */
  srcset: string;
}

/** A picture with known dimensions in CSS pixels. `url` is a path on this site. */
export interface Picture {
  url: string;
  width: number;
  height: number;
  alt: string;
  /** Newer formats in several widths, the best first; empty while they are being made. */
  sources: PictureSource[];
  /** A `data:` address of a few pixels to show meanwhile; null when the picture lets through. */
  preview: string | null;
}

/** Widths in which a picture is made, in pixels; never wider than itself. */
export const PICTURE_WIDTHS = [480, 800, 1200, 1600, 2400] as const;

/** Which smaller forms of a picture there are: widths by format, and its preview. */
export interface PictureVariants {
  avif: number[];
  webp: number[];
  preview: string | null;
}

/** Nothing but the picture itself: it is small, or could not be read. */
export const NO_VARIANTS: PictureVariants = { avif: [], webp: [], preview: null };

/** Sources of a picture whose variants lie beside it under names that `nameOf` tells. */
export function sourcesOf(
  variants: PictureVariants,
  nameOf: (width: number, format: 'avif' | 'webp') => string,
): PictureSource[] {
  return (['avif', 'webp'] as const)
    .filter((format) => variants[format].length > 0)
    .map((format) => ({
      type: `image/${format}` as const,
      srcset: variants[format].map((width) => `${nameOf(width, format)} ${width}w`).join(', '),
    }));
}

/** Name of the file a variant of an image of the store has; they lie side by side in /media/. */
export function variantName(fileName: string, width: number, format: 'avif' | 'webp'): string {
  return `${fileName.slice(0, fileName.lastIndexOf('.'))}-${width}.${format}`;
}

/** Sources of an image of the store. */
export function storedSources(fileName: string, variants: PictureVariants | null): PictureSource[] {
  if (variants === null) return [];
  return sourcesOf(variants, (width, format) => `/media/${variantName(fileName, width, format)}`);
}

/** Names of all variants of an image. */
export function variantNames(fileName: string, variants: PictureVariants): string[] {
  return (['avif', 'webp'] as const).flatMap((format) =>
    variants[format].map((width) => variantName(fileName, width, format)),
  );
}
