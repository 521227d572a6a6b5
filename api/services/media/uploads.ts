import { avatarAddress } from '#contracts/avatar.ts';
import {
  type AllImages,
  PICTURE_NAME_MAX,
  type Uploaded,
  type UploadFolder,
} from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import {
  type Avatar,
  deleteAvatar,
  deleteUnusedAvatars,
  insertAvatar,
  listAvatars,
  listAvatarsOf,
} from '../../db/repositories/avatars.ts';
import { listMedia } from '../../db/repositories/media.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';
import { removeAvatars, writeAvatar } from './files.ts';
import { ImageRefused } from './image.ts';
import { ingestImage, mediaAddress } from './media.ts';
import { admitImage, drawAvatar, fileRefused } from './upload-image.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

/** Who uploads or removes. */
export interface Who {
  userId: number;
  admin: boolean;
}

/** A file as it comes in. */
interface UploadedFile {
  bytes: Buffer;
  /** What it was called; it names nothing on the disk. */
  name: string;
  folder?: UploadFolder | undefined;
}

/** Milliseconds that an uploaded avatar waits for its form to be saved. */
const UNUSED_AVATAR_MS = 86_400_000;

/**
 * Takes a picture in. A member's is an avatar, theirs alone; an admin's goes where it is wanted.
 * @throws DomainError NOT_ADMIN, VALIDATION, TOO_LARGE
 */
export async function uploadPicture(
  context: Context,
  { userId, admin }: Who,
  { bytes, name, folder: wished }: UploadedFile,
): Promise<Uploaded> {
  const folder = wished ?? (admin ? 'uploads' : 'avatars');
  if (folder !== 'avatars' && !admin) throw new DomainError('NOT_ADMIN');
  await admitImage(bytes);
  if (folder === 'avatars') return keepAvatar(context, userId, bytes);
  try {
    const media = await ingestImage(context, bytes, { folder, name: plainName(name), userId });
    return uploadedAs(media.publicId, mediaAddress(media));
  } catch (error) {
    if (error instanceof ImageRefused) throw fileRefused.format(error);
    throw error;
  }
}

/** The last part of a name that a browser sent, as one line of text. */
const plainName = (name: string) =>
  name
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, PICTURE_NAME_MAX);

const uploadedAs = (publicId: string, url: string): Uploaded => ({
  public_id: publicId,
  url,
  secure_url: url,
});

/** One avatar waits at most: whoever chooses another one does not want the first. */
async function keepAvatar(context: Context, userId: number, bytes: Buffer): Promise<Uploaded> {
  const { config, database, clock } = context;
  const { name, files } = await drawAvatar(bytes);
  await writeAvatar(config.dataFolder, files);
  const publicId = createPublicId();
  const waiting = await database.write((transaction) => {
    const shown = findActiveUser(transaction, userId)?.avatar;
    const others = listAvatarsOf(transaction, userId).filter((one) => !isShown(one, shown));
    for (const { id } of others) deleteAvatar(transaction, id);
    insertAvatar(transaction, { publicId, userId, name, createdAt: clock() });
    return others;
  });
  await removeFiles(context, waiting);
  return uploadedAs(publicId, avatarAddress(name));
}

/** Whether this is the avatar at that address. */
export const isShown = (avatar: Avatar, address: string | null | undefined) =>
  avatarAddress(avatar.name) === address;

const removeFiles = ({ config }: Context, avatars: readonly Avatar[]) =>
  removeAvatars(
    config.dataFolder,
    avatars.map(({ name }) => name),
  );

/** Every picture of the store, newest first. */
export function listPictures({ database }: Pick<Context, 'database'>): AllImages {
  const { query } = database;
  const avatars = listAvatars(query).map((avatar) => ({
    ...uploadedAs(avatar.publicId, avatarAddress(avatar.name)),
    asset_id: avatar.publicId,
    folder: 'avatars',
    bytes: null,
    createdAt: avatar.createdAt,
  }));
  const media = listMedia(query).map((one) => ({
    ...uploadedAs(one.publicId, mediaAddress(one)),
    asset_id: one.publicId,
    folder: one.folder,
    bytes: one.bytes,
    createdAt: one.createdAt,
  }));
  return [...avatars, ...media]
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .map(({ createdAt, ...rest }) => ({ ...rest, created_at: new Date(createdAt).toISOString() }));
}

/** Forgets avatars whose form was never saved. */
export async function sweepAvatars(context: Context): Promise<void> {
  const { database, clock } = context;
  const unused = await database.write((transaction) =>
    deleteUnusedAvatars(transaction, clock() - UNUSED_AVATAR_MS),
  );
  await removeFiles(context, unused);
}
