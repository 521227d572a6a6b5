import sharp from 'sharp';
import { isCleanImage } from './clean.ts';

/** Bytes of a source image; what is larger is refused before it is decoded. */
export const IMAGE_BYTES_MAX = 25 * 1_048_576;
/** Pixels of a source image, width times height. */
const PIXELS_MAX = 24_000_000;
/** Pixels of the longer side of what is stored; larger images are scaled down. */
const SIDE_MAX = 4000;
/** Seconds one image may take. */
const SECONDS_MAX = 10;
const JPEG_QUALITY = 85;

/** Formats that are accepted, by what the bytes say; a file's name and declared type count for nothing. */
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'svg', 'heif', 'tiff']);

/** An image that is not taken; the message is a sentence for whoever sent it. */
export class ImageRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImageRefused';
  }
}

/** An image as it is stored: upright, without metadata, at most 4000 pixels a side. */
export interface PreparedImage {
  bytes: Buffer;
  extension: 'jpg' | 'png';
  mime: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}

export interface PrepareOptions {
  /**
   * Takes images whose decoder only warns, such as PNGs with an odd colour profile. Right for files
   * the owner brings, many of which are slightly off; strangers' uploads stay strict.
   */
  lenient?: boolean;
  /** Keeps the bytes when they are such as we write ourselves, so that exports come back unchanged. */
  keepClean?: boolean;
}

/**
 * Decodes an image and writes it anew: a JPEG stays a JPEG, everything else becomes a PNG. Of what
 * moves the first frame stays; SVG is drawn, and loads nothing from anywhere.
 * @throws ImageRefused when it is too large, damaged, or no image of an accepted format
 */
export async function prepareImage(
  source: Buffer,
  options: PrepareOptions = {},
): Promise<PreparedImage> {
  if (source.length === 0) throw new ImageRefused('The file is empty.');
  if (source.length > IMAGE_BYTES_MAX) {
    throw new ImageRefused(`The file is larger than ${IMAGE_BYTES_MAX / 1_048_576} MB.`);
  }
  try {
    return await encode(source, options);
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    throw new ImageRefused('The file is not an image that can be read.', { cause: error });
  }
}

const jpegFile = { extension: 'jpg', mime: 'image/jpeg' } as const;
const pngFile = { extension: 'png', mime: 'image/png' } as const;

async function encode(source: Buffer, options: PrepareOptions): Promise<PreparedImage> {
  const image = sharp(source, {
    limitInputPixels: PIXELS_MAX,
    failOn: options.lenient ? 'error' : 'warning',
    pages: 1,
  }).timeout({ seconds: SECONDS_MAX });
  const { format, width, height } = await image.metadata();
  if (!formats.has(format)) throw new ImageRefused('Images are JPEG, PNG, WebP, GIF, AVIF or SVG.');
  if (width * height > PIXELS_MAX) {
    throw new ImageRefused(`The image has more than ${PIXELS_MAX / 1e6} million pixels.`);
  }
  const fits = Math.max(width, height) <= SIDE_MAX;
  if (options.keepClean && fits && isCleanImage(source)) {
    // Decoded all the same: what is kept is known to be whole.
    await image.raw().toBuffer();
    return { bytes: source, ...(format === 'jpeg' ? jpegFile : pngFile), width, height };
  }
  const upright = image
    .autoOrient()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const jpeg = format === 'jpeg';
  const encoded = await (jpeg
    ? upright.jpeg({ quality: JPEG_QUALITY })
    : upright.png({ compressionLevel: 9 })
  ).toBuffer({ resolveWithObject: true });
  return {
    bytes: encoded.data,
    ...(jpeg ? jpegFile : pngFile),
    width: encoded.info.width,
    height: encoded.info.height,
  };
}
