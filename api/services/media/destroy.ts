import { NO_VARIANTS, variantNames } from '#contracts/picture.ts';
import { PRODUCTS_TAG, productTag } from '#contracts/product.ts';
import type { AppContext } from '../../context.ts';
import { type Avatar, deleteAvatar, findAvatar } from '../../db/repositories/avatars.ts';
import { enqueueJob } from '../../db/repositories/jobs.ts';
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
import { refreshArticlesOf } from '../profile/refresh-articles.ts';
import { removeAvatars, removePublished, removeUpload } from './files.ts';
import { sweptBefore } from './stored.ts';
import { isShown, type Who } from './uploads.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown' | 'publisher'>;

/** Unused pictures that go in one transaction. */
const SWEPT_AT_ONCE = 200;
/** Articles that a refusal names. */
const NAMED = 3;

interface Wish {
  publicId: string;
  /** True: also one that articles show. */
  used: boolean;
  requestedAt: number;
}

/**
 * Removes a picture by the identifier it was given: an avatar for its owner and for admins, another
 * one for admins. Those of others answer like one that never was. Articles that it stood for lose it;
 * a text keeps the place, where readers get the words instead.
 * @throws DomainError NOT_FOUND; STATE_CONFLICT while articles show it, unless `used` is wished
 */
export async function destroyPicture(context: Context, who: Who, wish: Wish): Promise<void> {
  const { database } = context;
  const avatar = findAvatar(database.query, wish.publicId);
  if (avatar && (who.admin || avatar.userId === who.userId)) return destroyAvatar(context, avatar);
  const media = who.admin ? findMediaByPublicId(database.query, wish.publicId) : undefined;
  if (!media) throw new DomainError('NOT_FOUND', { msg: 'File not exist' });
  if (wish.used) await takeOffArticles(context, media, wish.requestedAt);
  await database.write((query) => {
    const used = countUses(database, media);
    const products = productsShowing(database, media);
    if (used > 0 && !wish.used) throw stillUsed(listUses(database, media, NAMED), used);
    clearCovers(database, media.id);
    deleteMedia(query, media.id);
    if (used > 0) refreshReaders(context, media, products);
  });
  context.publisher.wake();
  await removeFiles(context, media);
}

/**
 * Removes every picture that nothing shows, but for those of the last day.
 * @returns how many
 */
export async function destroyUnused(context: Context): Promise<number> {
  const { database } = context;
  let removed = 0;
  for (;;) {
    const gone = await database.write((query) => {
      const unused = listUnusedUploads(database, sweptBefore(context), SWEPT_AT_ONCE);
      const rows = unused.map(({ fileName }) => findMediaByFileName(query, fileName));
      for (const { id } of unused) deleteMedia(query, id);
      return rows.filter((row) => row !== undefined);
    });
    for (const media of gone) await removeFiles(context, media);
    removed += gone.length;
    if (gone.length < SWEPT_AT_ONCE) return removed;
  }
}

async function destroyAvatar(context: Context, avatar: Avatar): Promise<void> {
  const { config, database, clock } = context;
  await database.write((transaction) => {
    deleteAvatar(transaction, avatar.id);
    const owner = findActiveUser(transaction, avatar.userId);
    if (!owner || !isShown(avatar, owner.avatar)) return;
    updateProfile(transaction, owner.id, { avatar: null }, clock());
    refreshArticlesOf(context, owner.id);
  });
  context.publisher.wake();
  await removeAvatars(config.dataFolder, [avatar.name]);
}

/** Articles change as if their author had taken the picture off; those in the bin follow later. */
async function takeOffArticles(context: Context, media: Media, requestedAt: number): Promise<void> {
  const covered = listUses(context.database, media, Number.MAX_SAFE_INTEGER).filter(
    ({ kind, cover, state }) => kind === 'article' && cover && state !== 'deleted',
  );
  for (const { publicId } of covered) {
    const options = { expectedVersion: null, requestedAt, imageIsGone: true };
    await changeArticle(context, publicId, { images: null }, options);
  }
}

function refreshReaders({ database, clock }: Context, media: Media, products: number[]): void {
  const shelf = products.length > 0 ? [...products.map(productTag), PRODUCTS_TAG] : [];
  const payload = { tags: [`media:${media.id}`, ...shelf], paths: [] };
  enqueueJob(database, { kind: 'refresh', payload, now: clock() });
}

/** Row ids of products that a picture belongs to or stands in the text of. */
const productsShowing = (database: Context['database'], media: Media): number[] =>
  listUses(database, media, Number.MAX_SAFE_INTEGER)
    .filter(({ kind }) => kind === 'product')
    .map(({ id }) => id);

function stillUsed(uses: readonly UseRow[], used: number): DomainError {
  const named = uses.map(({ title }) => `“${title || 'Untitled'}”`);
  const further = used > named.length ? ` and ${used - named.length} more` : '';
  return new DomainError('STATE_CONFLICT', {
    msg: `This picture is shown by ${named.join(', ')}${further}.`,
  });
}

async function removeFiles({ config }: Context, media: Media): Promise<void> {
  const made = variantNames(media.fileName, media.variants ?? NO_VARIANTS);
  await removeUpload(config.dataFolder, media.fileName);
  await removePublished(config.dataFolder, [media.fileName, ...made]);
}
