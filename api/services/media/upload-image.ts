import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { AVATAR_FORMATS, AVATAR_SIDES, avatarFile } from '#contracts/avatar.ts';
import { UPLOAD_BYTES_MAX, uploadMessages } from '#contracts/upload.ts';
import { DomainError } from '../../errors.ts';

/** Pixels of an uploaded image: width times height, and the longer side. */
const PIXELS_MAX = 24_000_000;
const SIDE_MAX = 10_000;
/** Seconds one square may take. */
const SECONDS_MAX = 10;
const AVIF = { quality: 60, effort: 3 };
const WEBP = { quality: 82 };

const JPEG_START = Buffer.from('ffd8ff', 'hex');
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

function refused(code: 'VALIDATION' | 'TOO_LARGE', msg: string, cause?: unknown): DomainError {
  return new DomainError(code, { msg, fields: { file: msg }, cause });
}

/** @returns the error for a file that is not there, too large, or no JPEG or PNG */
export const fileRefused = {
  missing: () => refused('VALIDATION', uploadMessages.missing),
  tooLarge: () => refused('TOO_LARGE', uploadMessages.tooLarge),
  format: (cause?: unknown) => refused('VALIDATION', uploadMessages.format, cause),
};

/**
 * Whether a stranger's file may be decoded: by its size and its content, whatever it is called and
 * claims to be.
 * @throws DomainError VALIDATION, TOO_LARGE with the documented sentences
 */
export async function admitImage(bytes: Buffer): Promise<void> {
  if (bytes.length === 0) throw fileRefused.missing();
  if (bytes.length > UPLOAD_BYTES_MAX) throw fileRefused.tooLarge();
  const starts = (start: Buffer) => bytes.subarray(0, start.length).equals(start);
  if (!starts(JPEG_START) && !starts(PNG_START)) throw fileRefused.format();
  // Reads the header alone, so that an image of any size can be asked for its size.
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw fileRefused.format(error);
    });
  const large = width * height > PIXELS_MAX || Math.max(width, height) > SIDE_MAX;
  if (large) throw fileRefused.tooLarge();
}

/** An avatar as it is stored: squares of each side and format, under a random name. */
export interface AvatarSquares {
  name: string;
  files: { fileName: string; bytes: Buffer }[];
}

/**
 * Draws the squares of an admitted image anew, upright, from its middle and without metadata.
 * @throws DomainError VALIDATION when it is damaged
 */
export async function drawAvatar(bytes: Buffer): Promise<AvatarSquares> {
  const name = randomBytes(16).toString('hex');
  try {
    const files: AvatarSquares['files'] = [];
    const largest = await square(bytes, AVATAR_SIDES.at(-1) ?? 0)
      .png()
      .toBuffer();
    for (const format of AVATAR_FORMATS) {
      for (const side of AVATAR_SIDES) {
        const small = square(largest, side);
        const drawn = format === 'avif' ? small.avif(AVIF) : small.webp(WEBP);
        files.push({ fileName: avatarFile(name, side, format), bytes: await drawn.toBuffer() });
      }
    }
    return { name, files };
  } catch (error) {
    throw fileRefused.format(error);
  }
}

function square(bytes: Buffer, side: number) {
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning', pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'cover' })
    .toColourspace('srgb');
}
