import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { AVATAR_FORMATS, AVATAR_SIDES, avatarFile, avatarUrl } from '#contracts/avatar.ts';
import { DAY_MS } from '#contracts/durations.ts';
import {
  type AllImages,
  IMAGE_NAME_MAX,
  UPLOAD_BYTES_MAX,
  type Uploaded,
  type UploadFolder,
  uploadMessages,
} from '#contracts/upload.ts';
import { type AppContext, iso } from '../../context.ts';
import {
  type Avatar,
  deleteAvatar,
  deleteUnusedAvatars,
  insertAvatar,
  listAvatars,
  listAvatarsOf,
  listMedia,
} from '../../db/repositories/media.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { createPublicId } from '../identifiers.ts';
import { enqueueStore, waitForCopies } from '../storage/upload-bucket.ts';
import { avatarUploads, removeAvatars, writeAvatar } from './media-files.ts';
import { InvalidImageError, mediaUrl, storeImage } from './store-image.ts';

/** Maximum pixels of an uploaded image, and of its longer side. */
const PIXELS_MAX = 24_000_000;

const SIDE_MAX = 10_000;

/** Time limit per size, in seconds. */
const SECONDS_MAX = 10;

const AVIF = { quality: 60, effort: 3 };

const WEBP = { quality: 82 };

const JPEG_START = Buffer.from('ffd8ff', 'hex');

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

/** Errors for uploads that are missing, too large or not a JPEG or PNG. */
export const uploadErrors = {
  missing: () => fieldError('file', uploadMessages.missing),
  tooLarge: () => fieldError('file', uploadMessages.tooLarge, { code: 'TOO_LARGE' }),
  format: (cause?: unknown) => fieldError('file', uploadMessages.format, { cause }),
};

/** Avatar as it is stored: squares of each size and format under a random name. */
interface AvatarSquares {
  name: string;
  files: { fileName: string; bytes: Buffer }[];
}

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

/** User who uploads or deletes images. */
export interface Uploader {
  userId: number;
  admin: boolean;
}

interface UploadedFile {
  bytes: Buffer;
  /** Original file name, for display only. */
  name: string;
  folder?: UploadFolder | undefined;
}

/** Retention of an uploaded avatar whose form is not saved, in milliseconds. */
const UNUSED_AVATAR_RETENTION_MS = DAY_MS;

/**
 * Stores an uploaded image: an avatar of a member, or an image of an admin in the requested folder.
 * @throws DomainError NOT_ADMIN, VALIDATION, TOO_LARGE
 */
export async function uploadImage(
  context: Context,
  { userId, admin }: Uploader,
  { bytes, name, folder: requestedFolder }: UploadedFile,
): Promise<Uploaded> {
  const folder = requestedFolder ?? (admin ? 'uploads' : 'avatars');
  if (folder !== 'avatars' && !admin) throw new DomainError('NOT_ADMIN');
  await assertSupportedImage(bytes);
  if (folder === 'avatars') return storeAvatar(context, userId, bytes);
  try {
    const media = await storeImage(context, bytes, {
      folder,
      name: sanitizeFileName(name),
      userId,
    });
    await waitForCopies(context, [media.fileName]);
    return toUploaded(media.publicId, mediaUrl(media));
  } catch (error) {
    if (error instanceof InvalidImageError) throw uploadErrors.format(error);
    throw error;
  }
}

/** Returns the last segment of a file name as one line of text. */
const sanitizeFileName = (name: string) =>
  name
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, IMAGE_NAME_MAX);

const toUploaded = (publicId: string, url: string): Uploaded => ({
  public_id: publicId,
  url,
  secure_url: url,
});

/** Stores an avatar and replaces other unsaved ones. */
async function storeAvatar(context: Context, userId: number, bytes: Buffer): Promise<Uploaded> {
  const { config, database, clock } = context;
  const { name, files } = await renderAvatar(bytes);
  await writeAvatar(config.dataFolder, files);
  const publicId = createPublicId();
  const replaced = await database.write((transaction) => {
    const current = findActiveUser(transaction, userId)?.avatar;
    const others = listAvatarsOf(transaction, userId).filter(
      (one) => !isCurrentAvatar(one, current),
    );
    for (const { id } of others) deleteAvatar(transaction, id);
    insertAvatar(transaction, { publicId, userId, name, createdAt: clock() });
    enqueueStore(context, avatarUploads([name]));
    return others;
  });
  await removeAvatarFiles(context, replaced);
  await waitForCopies(context, avatarUploads([name]));
  return toUploaded(publicId, avatarUrl(name));
}

/** True if this avatar has the given URL. */
export const isCurrentAvatar = (avatar: Avatar, url: string | null | undefined) =>
  avatarUrl(avatar.name) === url;

const removeAvatarFiles = (context: Context, avatars: readonly Avatar[]) =>
  removeAvatars(
    context,
    avatars.map(({ name }) => name),
  );

/** Returns all images of the media library, newest first. */
export function listAllImages({ database }: Pick<Context, 'database'>): AllImages {
  const { query } = database;
  const avatars = listAvatars(query).map((avatar) => ({
    ...toUploaded(avatar.publicId, avatarUrl(avatar.name)),
    asset_id: avatar.publicId,
    folder: 'avatars',
    bytes: null,
    createdAt: avatar.createdAt,
  }));
  const media = listMedia(query).map((one) => ({
    ...toUploaded(one.publicId, mediaUrl(one)),
    asset_id: one.publicId,
    folder: one.folder,
    bytes: one.bytes,
    createdAt: one.createdAt,
  }));
  return [...avatars, ...media]
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .map(({ createdAt, ...rest }) => ({ ...rest, created_at: iso(createdAt) }));
}

/** Deletes avatars whose form was never saved. */
export async function purgeUnusedAvatars(context: Context): Promise<void> {
  const { database, clock } = context;
  const unused = await database.write((transaction) =>
    deleteUnusedAvatars(transaction, clock() - UNUSED_AVATAR_RETENTION_MS),
  );
  await removeAvatarFiles(context, unused);
}

/**
 * Checks the size and content of an upload before it is decoded.
 * @throws DomainError VALIDATION, TOO_LARGE with the documented messages
 */
async function assertSupportedImage(bytes: Buffer): Promise<void> {
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

/**
 * Encodes the centre square of an image in all sizes and formats, upright and without metadata.
 * @throws DomainError VALIDATION for a damaged image
 */
async function renderAvatar(bytes: Buffer): Promise<AvatarSquares> {
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
