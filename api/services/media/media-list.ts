import { AVATAR_SIDES, avatarUrl } from '#contracts/avatar.ts';
import {
  type PictureUse,
  type StoredChange,
  type StoredList,
  type StoredListQuery,
  type StoredPicture,
  UNUSED_SAFE_HOURS,
} from '#contracts/upload.ts';
import { iso } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { findMediaByPublicId, updateMediaAlt } from '../../db/repositories/media.ts';
import {
  type AvatarRow,
  countAvatarUploads,
  countUnusedUploads,
  countUploads,
  countUses,
  listAvatarUploads,
  listUploads,
  listUses,
  type UploadRow,
  type UseRow,
} from '../../db/repositories/uploads.ts';
import { DomainError } from '../../errors.ts';
import { mediaUrl } from './store-image.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Uses listed per image. */
const USES_SHOWN = 10;
const HOUR_MS = 3_600_000;

/** Returns the time before which an unused image must have been uploaded to be deleted. */
export const unusedBefore = ({ clock }: Pick<Context, 'clock'>): number =>
  clock() - UNUSED_SAFE_HOURS * HOUR_MS;

/** Returns one page of the media library with the uses of each image. */
export function getMediaList(context: Context, query: StoredListQuery): StoredList {
  const { database } = context;
  const { show, search, sort, page, limit } = query;
  const range = { limit, offset: (page - 1) * limit };
  const avatars = show === 'avatars';
  const uploads = avatars
    ? listAvatarUploads(database, search, range).map(toStoredAvatar)
    : listUploads(database, { show, search }, { sort, ...range }).map((row) =>
        toStoredImage(context, row),
      );
  const result = avatars
    ? countAvatarUploads(database, search)
    : countUploads(database, { show, search });
  return {
    uploads,
    result,
    page,
    pages: Math.ceil(result / limit),
    unused: countUploads(database, { show: 'unused', search: '' }),
    sweepable: countUnusedUploads(database, unusedBefore(context)),
  };
}

/** Changes the alt text of an image. @throws DomainError NOT_FOUND */
export async function updateAltText(
  { database }: Context,
  publicId: string,
  { alt, onlyEmpty }: StoredChange,
): Promise<{ msg: string; alt: string }> {
  return database.write((query) => {
    const media = findMediaByPublicId(query, publicId);
    if (!media) throw new DomainError('NOT_FOUND', { msg: 'File not exist' });
    if (onlyEmpty && media.alt !== '') return { msg: 'It already has alt text.', alt: media.alt };
    updateMediaAlt(query, media.id, alt);
    return { msg: 'Saved', alt };
  });
}

function toStoredImage({ database }: Context, row: UploadRow): StoredPicture {
  const uses = listUses(database, row, USES_SHOWN);
  return {
    public_id: row.publicId,
    url: mediaUrl(row),
    name: row.name,
    folder: row.folder,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    alt: row.alt,
    by: row.by,
    created_at: iso(row.createdAt),
    uses: uses.map(toImageUse),
    used: uses.length < USES_SHOWN ? uses.length : countUses(database, row),
  };
}

function toImageUse({ kind, publicId, title, state, cover, inText }: UseRow): PictureUse {
  const as =
    cover && inText ? 'image and text' : cover ? 'image' : inText ? 'text' : 'unsaved work';
  return { kind, as, _id: publicId, name: title, state };
}

function toStoredAvatar(row: AvatarRow): StoredPicture {
  const side = AVATAR_SIDES.at(-1) ?? 0;
  const use = { kind: 'member', as: 'avatar', _id: row.user, name: row.userName } as const;
  return {
    public_id: row.publicId,
    url: avatarUrl(row.name),
    name: '',
    folder: 'avatars',
    width: side,
    height: side,
    bytes: null,
    alt: '',
    by: row.userName,
    created_at: iso(row.createdAt),
    uses: row.shown ? [{ ...use, state: null }] : [],
    used: row.shown ? 1 : 0,
  };
}
