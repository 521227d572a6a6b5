/** Sources of an image. There are no schemas, because pages trust the publisher, see page.ts. */

/** One format of an image, for <source>. */
export interface PictureSource {
  type: 'image/avif' | 'image/webp';
  /** URLs with their widths, smallest first. */
  srcset: string;
}

/** An image with known dimensions in CSS pixels. `url` is a path on this site. */
export interface Picture {
  url: string;
  width: number;
  height: number;
  alt: string;
  /** Newer formats in several widths, best first; empty until they are made. */
  sources: PictureSource[];
  /** A `data:` URL of a few pixels to show during loading; null for transparent images. */
  preview: string | null;
}

/** Widths of image variants in pixels; variants are never wider than the original. */
export const PICTURE_WIDTHS = [480, 800, 1200, 1600, 2400] as const;

/** Existing variants of an image: widths by format, and the preview. */
export interface PictureVariants {
  avif: number[];
  webp: number[];
  preview: string | null;
}

/** Value for an image without variants, because it is small or unreadable. */
export const NO_VARIANTS: PictureVariants = { avif: [], webp: [], preview: null };

/** Returns the sources of an image whose variants have the file names of `nameOf`. */
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

/** Returns the file name of a variant of an image of the media library. All variants are in /media/. */
export function variantName(fileName: string, width: number, format: 'avif' | 'webp'): string {
  return `${fileName.slice(0, fileName.lastIndexOf('.'))}-${width}.${format}`;
}

/** Returns the sources of an image of the media library. */
export function storedSources(fileName: string, variants: PictureVariants | null): PictureSource[] {
  if (variants === null) return [];
  return sourcesOf(variants, (width, format) => `/media/${variantName(fileName, width, format)}`);
}

/** Returns the file names of all variants of an image. */
export function variantNames(fileName: string, variants: PictureVariants): string[] {
  return (['avif', 'webp'] as const).flatMap((format) =>
    variants[format].map((width) => variantName(fileName, width, format)),
  );
}
