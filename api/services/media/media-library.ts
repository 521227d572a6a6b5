import { AVATAR_SIDES, avatarUrl } from '#contracts/avatar.ts';
import { contentFile } from '#contracts/content.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import { paginate } from '#contracts/fields.ts';
import { NO_VARIANTS, variantNames } from '#contracts/image.ts';
import { PRODUCTS_TAG, productTag } from '#contracts/product.ts';
import {
  type ImageUse,
  type StoredChange,
  type StoredImage,
  type StoredList,
  type StoredListQuery,
  UNUSED_SAFE_HOURS,
} from '#contracts/upload.ts';
import { type AppContext, iso } from '../../context.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { listContentWith } from '../../db/hot/site.ts';
import {
  type Avatar,
  type AvatarRow,
  clearCovers,
  countAvatarUploads,
  countUnusedUploads,
  countUploads,
  countUses,
  deleteAvatar,
  deleteMedia,
  findAvatar,
  findMediaByFileName,
  findMediaByPublicId,
  listAvatarUploads,
  listUnusedUploads,
  listUploads,
  listUses,
  type Media,
  type UploadRow,
  type UseRow,
  updateMediaAlt,
} from '../../db/repositories/media.ts';
import { findActiveUser, updateProfile } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { changeArticle } from '../articles/articles.ts';
import { refreshAuthorPages } from '../profile/profile-changes.ts';
import { removeAvatars, removeImages } from './media-files.ts';
import { mediaUrl } from './store-image.ts';
import { isCurrentAvatar, type Uploader } from './uploads.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Uses listed per image. */
const USES_SHOWN = 10;

/** Returns the time before which an unused image must have been uploaded to be deleted. */
export const unusedBefore = ({ clock }: Pick<Context, 'clock'>): number =>
  clock() - UNUSED_SAFE_HOURS * HOUR_MS;

/** Returns one page of the media library with the uses of each image. */
export function getMediaList(context: Context, query: StoredListQuery): StoredList {
  const { database } = context;
  const { show, search, sort } = query;
  const avatars = show === 'avatars';
  const result = avatars
    ? countAvatarUploads(database, search)
    : countUploads(database, { show, search });
  const { rows, pageInfo } = paginate(query, result);
  const uploads = avatars
    ? listAvatarUploads(database, search, rows).map(toStoredAvatar)
    : listUploads(database, { show, search }, { sort, ...rows }).map((row) =>
        toStoredImage(context, row),
      );
  return {
    uploads,
    ...pageInfo,
    unused: countUploads(database, { show: 'unused', search: '' }),
    deletable: countUnusedUploads(database, unusedBefore(context)),
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

function toStoredImage({ database }: Context, row: UploadRow): StoredImage {
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

function toImageUse({ kind, publicId, title, state, cover, inText }: UseRow): ImageUse {
  const as =
    cover && inText ? 'image and text' : cover ? 'image' : inText ? 'text' : 'unsaved work';
  return { kind, as, _id: publicId, name: title, state };
}

function toStoredAvatar(row: AvatarRow): StoredImage {
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

type DeletionContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown' | 'publisher'>;

/** Unused images deleted per transaction. */
const DELETE_BATCH = 200;

/** Maximum number of uses that an error names. */
const NAMED_USES_MAX = 3;

interface DeleteImageInput {
  publicId: string;
  /** True to delete an image that is in use, too. */
  used: boolean;
  requestedAt: number;
}

/** Returns the row ids of products that use an image. */
const listProductIdsShowing = (database: DeletionContext['database'], media: Media): number[] =>
  listUses(database, media, Number.MAX_SAFE_INTEGER)
    .filter(({ kind }) => kind === 'product')
    .map(({ id }) => id);

/**
 * Deletes an image: an avatar for its owner and admins, any other for admins.
 * Articles lose it as their cover, and texts show its alt text instead.
 * @throws DomainError NOT_FOUND, also for images of others; STATE_CONFLICT for used images unless
 * `used` is set, and always for images that files in CONTENT_DIR name
 */
export async function deleteImage(
  context: DeletionContext,
  caller: Uploader,
  input: DeleteImageInput,
): Promise<void> {
  const { database } = context;
  const avatar = findAvatar(database.query, input.publicId);
  if (avatar && (caller.admin || avatar.userId === caller.userId))
    return deleteAvatarImage(context, avatar);
  const media = caller.admin ? findMediaByPublicId(database.query, input.publicId) : undefined;
  if (!media) throw new DomainError('NOT_FOUND', { msg: 'File not exist' });
  assertNotInContent(database, media);
  if (input.used) await removeFromArticles(context, media, input.requestedAt);
  await database.write((query) => {
    const used = countUses(database, media);
    const products = listProductIdsShowing(database, media);
    if (used > 0 && !input.used)
      throw imageInUseError(listUses(database, media, NAMED_USES_MAX), used);
    clearCovers(database, media.id);
    deleteMedia(query, media.id);
    if (used > 0) refreshPages(context, media, products);
  });
  context.publisher.wake();
  await removeImageFiles(context, media);
}

/** Deletes all unused images that are older than a day. @returns the number of deleted images */
export async function deleteUnusedImages(context: DeletionContext): Promise<number> {
  const { database } = context;
  let deleted = 0;
  for (;;) {
    const deletedImages = await database.write((query) => {
      const unused = listUnusedUploads(database, unusedBefore(context), DELETE_BATCH);
      const rows = unused.map(({ fileName }) => findMediaByFileName(query, fileName));
      for (const { id } of unused) deleteMedia(query, id);
      return rows.filter((row) => row !== undefined);
    });
    for (const media of deletedImages) await removeImageFiles(context, media);
    deleted += deletedImages.length;
    if (deletedImages.length < DELETE_BATCH) return deleted;
  }
}

async function deleteAvatarImage(context: DeletionContext, avatar: Avatar): Promise<void> {
  const { database, clock } = context;
  await database.write((transaction) => {
    deleteAvatar(transaction, avatar.id);
    const owner = findActiveUser(transaction, avatar.userId);
    if (!owner || !isCurrentAvatar(avatar, owner.avatar)) return;
    updateProfile(transaction, owner.id, { avatar: null }, clock());
    refreshAuthorPages(context, owner.id);
  });
  context.publisher.wake();
  await removeAvatars(context, [avatar.name]);
}

/** Removes the image from articles as an edit by their author; deleted articles follow when they are purged. */
async function removeFromArticles(
  context: DeletionContext,
  media: Media,
  requestedAt: number,
): Promise<void> {
  const articles = listUses(context.database, media, Number.MAX_SAFE_INTEGER).filter(
    ({ kind, cover, state }) => kind === 'article' && cover && state !== 'deleted',
  );
  for (const { publicId } of articles) {
    const options = { expectedVersion: null, requestedAt, imageIsGone: true };
    await changeArticle(context, publicId, { images: null }, options);
  }
}

function refreshPages(
  { database, clock }: DeletionContext,
  media: Media,
  products: number[],
): void {
  const productTags = products.length > 0 ? [...products.map(productTag), PRODUCTS_TAG] : [];
  const payload = { tags: [`media:${media.id}`, ...productTags], paths: [] };
  enqueueJob(database, { kind: 'refresh', payload, now: clock() });
}

/** Pages of the owner's content cannot be rendered without their images. */
function assertNotInContent(database: DeletionContext['database'], { fileName }: Media): void {
  const files = listContentWith(database, fileName).map(contentFile);
  if (files.length === 0) return;
  throw new DomainError('STATE_CONFLICT', {
    msg: `This image belongs to ${files.join(' and ')} in CONTENT_DIR. Remove it there first.`,
  });
}

function imageInUseError(uses: readonly UseRow[], used: number): DomainError {
  const named = uses.map(({ title }) => `“${title || 'Untitled'}”`);
  const further = used > named.length ? ` and ${used - named.length} more` : '';
  return new DomainError('STATE_CONFLICT', {
    msg: `This image is used by ${named.join(', ')}${further}.`,
  });
}

async function removeImageFiles(context: DeletionContext, media: Media): Promise<void> {
  const variants = variantNames(media.fileName, media.variants ?? NO_VARIANTS);
  await removeImages(context, [media.fileName], variants);
}
