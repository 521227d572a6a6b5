import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { AVATAR_FORMATS, AVATAR_SIDES, avatarFile } from '#contracts/avatar.ts';
import { UPLOAD_BYTES_MAX, uploadMessages } from '#contracts/upload.ts';
import { DomainError } from '../../errors.ts';

/** Maximum pixels of an uploaded image, and of its longer side. */
const PIXELS_MAX = 24_000_000;
const SIDE_MAX = 10_000;
/** Time limit per size, in seconds. */
const SECONDS_MAX = 10;
const AVIF = { quality: 60, effort: 3 };
const WEBP = { quality: 82 };

const JPEG_START = Buffer.from('ffd8ff', 'hex');
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

function createUploadError(
  code: 'VALIDATION' | 'TOO_LARGE',
  msg: string,
  cause?: unknown,
): DomainError {
  return new DomainError(code, { msg, fields: { file: msg }, cause });
}

/** Errors for uploads that are missing, too large or not a JPEG or PNG. */
export const uploadErrors = {
  missing: () => createUploadError('VALIDATION', uploadMessages.missing),
  tooLarge: () => createUploadError('TOO_LARGE', uploadMessages.tooLarge),
  format: (cause?: unknown) => createUploadError('VALIDATION', uploadMessages.format, cause),
};

/**
 * Checks the size and content of an upload before it is decoded.
 * @throws DomainError VALIDATION, TOO_LARGE with the documented messages
 */
export async function assertSupportedImage(bytes: Buffer): Promise<void> {
  if (bytes.length === 0) throw uploadErrors.missing();
  if (bytes.length > UPLOAD_BYTES_MAX) throw uploadErrors.tooLarge();
  const starts = (start: Buffer) => bytes.subarray(0, start.length).equals(start);
  if (!starts(JPEG_START) && !starts(PNG_START)) throw uploadErrors.format();
  // Reads only the header, so the image size does not matter.
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw uploadErrors.format(error);
    });
  const large = width * height > PIXELS_MAX || Math.max(width, height) > SIDE_MAX;
  if (large) throw uploadErrors.tooLarge();
}

/** Avatar as it is stored: squares of each size and format under a random name. */
export interface AvatarSquares {
  name: string;
  files: { fileName: string; bytes: Buffer }[];
}

/**
 * Encodes the centre square of an image in all sizes and formats, upright and without metadata.
 * @throws DomainError VALIDATION for a damaged image
 */
export async function renderAvatar(bytes: Buffer): Promise<AvatarSquares> {
  const name = randomBytes(16).toString('hex');
  try {
    const files: AvatarSquares['files'] = [];
    const largest = await square(bytes, AVATAR_SIDES.at(-1) ?? 0)
      .png()
      .toBuffer();
    for (const format of AVATAR_FORMATS) {
      for (const side of AVATAR_SIDES) {
        const small = square(largest, side);
        const encoded = format === 'avif' ? small.avif(AVIF) : small.webp(WEBP);
        files.push({ fileName: avatarFile(name, side, format), bytes: await encoded.toBuffer() });
      }
    }
    return { name, files };
  } catch (error) {
    throw uploadErrors.format(error);
  }
}

function square(bytes: Buffer, side: number) {
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning', pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'cover' })
    .toColourspace('srgb');
}
