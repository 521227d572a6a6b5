import { createHash } from 'node:crypto';
import path from 'node:path';
import { avatarFiles } from '#contracts/avatar.ts';
import { variantNames } from '#contracts/picture.ts';
import type { AppContext } from '../../context.ts';
import { readContentOf, readContentShareKeys } from '../../db/hot/content.ts';
import { enqueueJob, hasQueuedJob } from '../../db/hot/jobs.ts';
import { listMadePictures, listShared } from '../../db/hot/pictures.ts';
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
import { type PrepareOptions, prepareImage } from './prepare-image.ts';

/** Hexadecimal digits of the content hash in a file name (128 bits). */
const NAME_DIGITS = 32;

type MediaContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

export interface StoreImageOptions extends Omit<PrepareOptions, 'keepClean'> {
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
 * Stores an image without metadata under a name derived from its content; the same image is stored
 * once.
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
  return context.database.write((query) => {
    enqueueStore(context, [fileName]);
    const found = findMediaBySource(query, sourceHash) ?? findMediaByFileName(query, fileName);
    if (found) return found;
    const alreadyQueued =
      !context.config.makePictures || hasQueuedJob(context.database, 'pictures');
    if (!alreadyQueued) {
      enqueueJob(context.database, { kind: 'pictures', payload: {}, now: context.clock() });
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
}

/**
 * Deletes files of interrupted uploads, and variants of deleted images and articles.
 * @returns their names
 */
export async function purgeOrphanedMedia({
  config,
  database,
  clock,
}: MediaContext): Promise<string[]> {
  const { dataFolder } = config;
  const variantFiles = listMadePictures(database).flatMap(({ fileName, variants }) =>
    variants ? variantNames(fileName, variants) : [],
  );
  const ogNames = [
    ...listShared(database).map(({ publicId }) => publicId),
    ...readContentShareKeys(database).keys(),
  ];
  const videos = (readContentOf(database, 'caseStudies') ?? []).flatMap(({ files }) =>
    Object.values(files).map((url) => path.basename(url)),
  );
  const avatars = listAvatars(database.query).flatMap(({ name }) => avatarFiles(name));
  const folders: [string, string[]][] = [
    [uploadsFolder(dataFolder), [...listMediaFiles(database.query), ...videos]],
    [avatarsFolder(dataFolder), avatars],
    [path.join(dataFolder, 'pictures', 'media'), variantFiles],
    [path.join(dataFolder, 'pictures', 'og'), ogNames.map((name) => `${name}.png`)],
  ];
  const removed: string[] = [];
  for (const [folder, names] of folders) {
    removed.push(...(await removeOrphans(folder, new Set(names), clock())));
  }
  return removed;
}
