import { createHash } from 'node:crypto';
import path from 'node:path';
import sharp from 'sharp';
import { avatarFiles } from '#contracts/avatar.ts';
import { sizeLimit } from '#contracts/file-size.ts';
import { variantNames } from '#contracts/image.ts';
import type { AppContext } from '../../context.ts';
import { listImagesWithVariants, listOgImageSubjects } from '../../db/hot/images.ts';
import { enqueueJob, hasQueuedJob } from '../../db/hot/jobs.ts';
import { readContentOf, readContentOgImageKeys } from '../../db/hot/site.ts';
import {
  findMediaByFileName,
  findMediaBySource,
  insertMedia,
  listAvatars,
  listMediaFiles,
  type Media,
} from '../../db/repositories/media.ts';
import { createPublicId } from '../identifiers.ts';
import { enqueueStore } from '../storage/upload-bucket.ts';
import {
  avatarsFolder,
  removeOrphans,
  uploadExists,
  uploadsFolder,
  writeUpload,
} from './media-files.ts';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Chunks of image data. */
const pngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'pHYs', 'IDAT', 'IEND']);

/** Start of scan; image data follows its header until the next marker. */
const SOS = 0xda;

const EOI = 0xd9;

const APP0 = 0xe0;

/** Markers of frames, tables and restart intervals, without APP1-15 and comments. */
const jpegMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, APP0, SOS]);

/** Maximum bytes of a source image, checked before decoding. */
export const IMAGE_BYTES_MAX = 25 * 1_048_576;
/** Maximum pixels of a source image. */
const PIXELS_MAX = 24_000_000;
/** Maximum pixels of the longer side of a stored image; larger images are scaled down. */
const SIDE_MAX = 4000;
/** Time limit for one image, in seconds. */
const SECONDS_MAX = 10;
const JPEG_QUALITY = 85;

/** Accepted formats, detected from the content. */
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'svg', 'heif', 'tiff']);

/** Error for an image that cannot be stored; its message is for the user. */
export class InvalidImageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidImageError';
  }
}

/** Image as it is stored: upright, without metadata, at most 4,000 pixels a side. */
interface PreparedImage {
  bytes: Buffer;
  extension: 'jpg' | 'png';
  mime: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}

interface PrepareOptions {
  /** Accepts images with decoder warnings, such as an odd colour profile; for files of the owner only. */
  lenient?: boolean;
  /** Keeps the bytes of images without metadata, so that exports are imported unchanged. */
  keepClean?: boolean;
}

/**
 * Decodes an image and encodes it as JPEG, or as PNG for all other formats.
 * Animations keep their first frame; SVG is rasterised without loading resources.
 * @throws InvalidImageError
 */
async function prepareImage(source: Buffer, options: PrepareOptions = {}): Promise<PreparedImage> {
  if (source.length === 0) throw new InvalidImageError('The file is empty.');
  if (source.length > IMAGE_BYTES_MAX) {
    throw new InvalidImageError(`The file is larger than ${sizeLimit(IMAGE_BYTES_MAX)}.`);
  }
  try {
    return await encode(source, options);
  } catch (error) {
    if (error instanceof InvalidImageError) throw error;
    throw new InvalidImageError('The file is not an image that can be read.', { cause: error });
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
  if (!formats.has(format))
    throw new InvalidImageError('Images are JPEG, PNG, WebP, GIF, AVIF or SVG.');
  if (width * height > PIXELS_MAX) {
    throw new InvalidImageError(`The image has more than ${PIXELS_MAX / 1e6} million pixels.`);
  }
  const fits = Math.max(width, height) <= SIDE_MAX;
  if (options.keepClean && fits && hasNoMetadata(source)) {
    // Decoded to make sure that the file is complete.
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

/** True if a PNG or JPEG contains only image data: no metadata, comments or trailing bytes. */
export function hasNoMetadata(bytes: Buffer): boolean {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return isPngWithoutMetadata(bytes);
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && isJpegWithoutMetadata(bytes);
}

function isPngWithoutMetadata(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!pngChunks.has(type)) return false;
    at += 12 + bytes.readUInt32BE(at);
    if (type === 'IEND') return at === bytes.length;
  }
  return false;
}

function isJpegWithoutMetadata(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || !jpegMarkers.has(marker)) return false;
    const length = bytes.readUInt16BE(at + 2);
    // JFIF without a thumbnail has this length; longer segments may contain other data.
    if (marker === APP0 && (length !== 16 || bytes.toString('latin1', at + 4, at + 8) !== 'JFIF')) {
      return false;
    }
    at += 2 + length;
    if (marker === SOS) at = endOfScan(bytes, at);
    if (bytes[at] === 0xff && bytes[at + 1] === EOI) return at + 2 === bytes.length;
  }
  return false;
}

/**
 * Returns the position of the first marker after the data of a scan, which may contain stuffed zeros and restarts.
 */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at += 2;
  }
}

/** Hexadecimal digits of the content hash in a file name (128 bits). */
const NAME_DIGITS = 32;

type MediaContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

interface StoreImageOptions extends Omit<PrepareOptions, 'keepClean'> {
  /** Group in the media library. */
  folder?: string;
  /** File name in an export; if it matches the content, the bytes are kept. */
  exportedAs?: string;
  /** Original file name, for display. */
  name?: string;
  /** Row id of the uploader. */
  userId?: number;
}

const sha256Hex = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Returns the URL of an image in pages and Markdown. */
export function mediaUrl(media: Pick<Media, 'fileName'>): string {
  return `/media/${media.fileName}`;
}

/**
 * Stores an image without metadata under a name derived from its content; the same image is stored once.
 * @throws InvalidImageError
 */
export async function storeImage(
  context: MediaContext,
  source: Buffer,
  options: StoreImageOptions = {},
): Promise<Media> {
  const { dataFolder } = context.config;
  const sourceHash = sha256Hex(source);
  const existing = findMediaBySource(context.database.query, sourceHash);
  if (existing && uploadExists(dataFolder, existing.fileName, existing.bytes)) return existing;
  const keepClean = options.exportedAs?.startsWith(`${sourceHash.slice(0, NAME_DIGITS)}.`) ?? false;
  const image = await prepareImage(source, { lenient: options.lenient ?? false, keepClean });
  // A lost file is restored under the name that articles use.
  const fileName =
    existing?.fileName ?? `${sha256Hex(image.bytes).slice(0, NAME_DIGITS)}.${image.extension}`;
  if (!uploadExists(dataFolder, fileName, image.bytes.length)) {
    await writeUpload(dataFolder, fileName, image.bytes);
  }
  const media = await context.database.write((query) => {
    enqueueStore(context, [fileName]);
    const found = findMediaBySource(query, sourceHash) ?? findMediaByFileName(query, fileName);
    if (found) return found;
    const alreadyQueued = !context.config.makeImages || hasQueuedJob(context.database, 'images');
    if (!alreadyQueued) {
      enqueueJob(context.database, { kind: 'images', payload: {}, now: context.clock() });
    }
    return insertMedia(query, {
      publicId: createPublicId(),
      fileName,
      sourceHash,
      width: image.width,
      height: image.height,
      bytes: image.bytes.length,
      mime: image.mime,
      folder: options.folder ?? 'articles',
      name: options.name ?? '',
      uploaderId: options.userId ?? null,
      createdAt: context.clock(),
    });
  });
  const wasDeleted = !uploadExists(dataFolder, fileName, image.bytes.length);
  return wasDeleted ? storeImage(context, source, options) : media;
}

/** Deletes files of interrupted uploads, and variants of deleted images and articles. @returns their names */
export async function purgeOrphanedMedia({
  config,
  database,
  clock,
}: MediaContext): Promise<string[]> {
  const { dataFolder } = config;
  const variantFiles = listImagesWithVariants(database).flatMap(({ fileName, variants }) =>
    variants ? variantNames(fileName, variants) : [],
  );
  const ogNames = [
    ...listOgImageSubjects(database).map(({ publicId }) => publicId),
    ...readContentOgImageKeys(database).keys(),
  ];
  const videos = (readContentOf(database, 'caseStudies') ?? []).flatMap(({ files }) =>
    Object.values(files).map((url) => path.basename(url)),
  );
  const avatars = listAvatars(database.query).flatMap(({ name }) => avatarFiles(name));
  const folders: [string, string[]][] = [
    [uploadsFolder(dataFolder), [...listMediaFiles(database.query), ...videos]],
    [avatarsFolder(dataFolder), avatars],
    [path.join(dataFolder, 'images', 'media'), variantFiles],
    [path.join(dataFolder, 'images', 'og'), ogNames.map((name) => `${name}.png`)],
  ];
  const removed: string[] = [];
  for (const [folder, names] of folders) {
    removed.push(...(await removeOrphans(folder, new Set(names), clock())));
  }
  return removed;
}
