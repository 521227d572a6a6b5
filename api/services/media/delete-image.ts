import { NO_VARIANTS, variantNames } from '#contracts/picture.ts';
import { PRODUCTS_TAG, productTag } from '#contracts/product.ts';
import type { AppContext } from '../../context.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { type Avatar, deleteAvatar, findAvatar } from '../../db/repositories/avatars.ts';
import {
  deleteMedia,
  findMediaByFileName,
  findMediaByPublicId,
  type Media,
} from '../../db/repositories/media.ts';
import {
  clearCovers,
  countUses,
  listUnusedUploads,
  listUses,
  type UseRow,
} from '../../db/repositories/uploads.ts';
import { findActiveUser, updateProfile } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { changeArticle } from '../articles/articles.ts';
import { refreshAuthorPages } from '../profile/refresh-author-pages.ts';
import { removeAvatars, removePublishedImages, removeUpload } from './media-files.ts';
import { unusedBefore } from './media-list.ts';
import { isCurrentAvatar, type Uploader } from './uploads.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown' | 'publisher'>;

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

/**
 * Deletes an image: an avatar for its owner and admins, any other for admins.
 * Articles lose it as their cover, and texts show its alt text instead.
 * @throws DomainError NOT_FOUND, also for images of others; STATE_CONFLICT for used images unless
 * `used` is set
 */
export async function deleteImage(
  context: Context,
  caller: Uploader,
  input: DeleteImageInput,
): Promise<void> {
  const { database } = context;
  const avatar = findAvatar(database.query, input.publicId);
  if (avatar && (caller.admin || avatar.userId === caller.userId))
    return deleteAvatarImage(context, avatar);
  const media = caller.admin ? findMediaByPublicId(database.query, input.publicId) : undefined;
  if (!media) throw new DomainError('NOT_FOUND', { msg: 'File not exist' });
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
export async function deleteUnusedImages(context: Context): Promise<number> {
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

async function deleteAvatarImage(context: Context, avatar: Avatar): Promise<void> {
  const { config, database, clock } = context;
  await database.write((transaction) => {
    deleteAvatar(transaction, avatar.id);
    const owner = findActiveUser(transaction, avatar.userId);
    if (!owner || !isCurrentAvatar(avatar, owner.avatar)) return;
    updateProfile(transaction, owner.id, { avatar: null }, clock());
    refreshAuthorPages(context, owner.id);
  });
  context.publisher.wake();
  await removeAvatars(config.dataFolder, [avatar.name]);
}

/**
 * Removes the image from articles as an edit by their author; deleted articles follow when they are
 * purged.
 */
async function removeFromArticles(
  context: Context,
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

function refreshPages({ database, clock }: Context, media: Media, products: number[]): void {
  const productTags = products.length > 0 ? [...products.map(productTag), PRODUCTS_TAG] : [];
  const payload = { tags: [`media:${media.id}`, ...productTags], paths: [] };
  enqueueJob(database, { kind: 'refresh', payload, now: clock() });
}

/** Returns the row ids of products that use an image. */
const listProductIdsShowing = (database: Context['database'], media: Media): number[] =>
  listUses(database, media, Number.MAX_SAFE_INTEGER)
    .filter(({ kind }) => kind === 'product')
    .map(({ id }) => id);

function imageInUseError(uses: readonly UseRow[], used: number): DomainError {
  const named = uses.map(({ title }) => `“${title || 'Untitled'}”`);
  const further = used > named.length ? ` and ${used - named.length} more` : '';
  return new DomainError('STATE_CONFLICT', {
    msg: `This image is used by ${named.join(', ')}${further}.`,
  });
}

async function removeImageFiles({ config }: Context, media: Media): Promise<void> {
  const variants = variantNames(media.fileName, media.variants ?? NO_VARIANTS);
  await removeUpload(config.dataFolder, media.fileName);
  await removePublishedImages(config.dataFolder, [media.fileName, ...variants]);
}
