/** Images of the sample games in content/media/games/, which are generated once and committed. */

/** One kind of image: size of the largest variant in pixels, and the widths of all variants. */
interface GameImageKind {
  width: number;
  height: number;
  widths: readonly number[];
}

/** Covers: for cards in two columns on high-density screens, and 300 pixels for small cards. */
export const GAME_COVER: GameImageKind = { width: 600, height: 800, widths: [300, 600] };

/** Images of a game's page: the full width of a phone with a high-density screen, or a part of a desktop. */
export const GAME_FOOTAGE: GameImageKind = { width: 1280, height: 720, widths: [720, 1280] };

/** Images of a game by name: the cover and the four images of its page. */
export const gameImages = {
  cover: GAME_COVER,
  1: GAME_FOOTAGE,
  2: GAME_FOOTAGE,
  3: GAME_FOOTAGE,
  4: GAME_FOOTAGE,
} as const;

export type GameImageName = keyof typeof gameImages;

/** Formats of each image, best first. */
export const gameImageFormats = ['avif', 'webp'] as const;

/** Returns the file name of a variant in the folder of its game. */
export const gameImageFile = (
  name: GameImageName,
  width: number,
  format: (typeof gameImageFormats)[number],
) => `${name}-${width}.${format}`;

/** File in the same folder with the previews of the images, `data:` URLs of a few pixels. */
export const GAME_PREVIEWS = 'previews.json';

export type GamePreviews = Record<GameImageName, string>;

/** Size of Open Graph images, in pixels. */
export const OG_IMAGE_WIDTH = 1200;

export const OG_IMAGE_HEIGHT = 630;

/** Data of an Open Graph image. The same data always results in the same image. */
export interface OgImageData {
  /** Name of the site. */
  site: string;
  title: string;
  /** Short texts in one line below the title, such as author and reading time. */
  facts: string[];
  /** Seed of the cover pattern, see cover-pattern.ts. */
  patternSeed: string;
  /** Drawing instead of the cover pattern: SVG with a viewBox in the ratio 3:4. */
  cover?: string;
  /** Image instead of the cover pattern, which is cropped: absolute path. */
  coverImage?: string;
}

/** Returns the URL of the Open Graph image of an article or a product. */
export const ogImagePath = (publicId: string) => `/og/${publicId}.png`;

/** Returns the name, in place of a public id, of the Open Graph image of a game or a case study. */
export const ogImageNameOf = (pagePath: string) => pagePath.slice(1).replaceAll('/', '-');

/** URL and size of an Open Graph image. */
export interface OgImage {
  url: string;
  width: number;
  height: number;
}

// Sources of an image. There are no schemas, because pages trust the publisher, see page.ts.

/** One format of an image, for <source>. */
export interface ImageSource {
  type: 'image/avif' | 'image/webp';
  /** URLs with their widths, smallest first. */
  srcset: string;
}

/** An image with known dimensions in CSS pixels. `url` is a path on this site. */
export interface PageImage {
  url: string;
  width: number;
  height: number;
  alt: string;
  /** Newer formats in several widths, best first; empty until they are made. */
  sources: ImageSource[];
  /** A `data:` URL of a few pixels to show during loading; null for transparent images. */
  preview: string | null;
}

/** Widths of image variants in pixels; variants are never wider than the original. */
export const IMAGE_WIDTHS = [480, 800, 1200, 1600, 2400] as const;

/** Existing variants of an image: widths by format, and the preview. */
export interface ImageVariants {
  avif: number[];
  webp: number[];
  preview: string | null;
}

/** Value for an image without variants, because it is small or unreadable. */
export const NO_VARIANTS: ImageVariants = { avif: [], webp: [], preview: null };

/** Returns the sources of an image whose variants have the file names of `nameOf`. */
export function sourcesOf(
  variants: ImageVariants,
  nameOf: (width: number, format: 'avif' | 'webp') => string,
): ImageSource[] {
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
export function storedSources(fileName: string, variants: ImageVariants | null): ImageSource[] {
  if (variants === null) return [];
  return sourcesOf(variants, (width, format) => `/media/${variantName(fileName, width, format)}`);
}

export function variantNames(fileName: string, variants: ImageVariants): string[] {
  return (['avif', 'webp'] as const).flatMap((format) =>
    variants[format].map((width) => variantName(fileName, width, format)),
  );
}
