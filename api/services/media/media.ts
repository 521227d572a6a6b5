import { createHash } from 'node:crypto';
import path from 'node:path';
import { avatarFiles } from '#contracts/avatar.ts';
import { variantNames } from '#contracts/picture.ts';
import type { AppContext } from '../../context.ts';
import { listAvatars } from '../../db/repositories/avatars.ts';
import { enqueueJob, hasQueuedJob } from '../../db/repositories/jobs.ts';
import {
  findMediaByFileName,
  findMediaBySource,
  insertMedia,
  listMediaFiles,
  type Media,
} from '../../db/repositories/media.ts';
import { listMadePictures } from '../../db/repositories/picture-variants.ts';
import { listShared } from '../../db/repositories/share-pictures.ts';
import { createPublicId } from '../articles/public-id.ts';
import { avatarsFolder, removeOrphans, uploadExists, uploadsFolder, writeUpload } from './files.ts';
import { type PrepareOptions, prepareImage } from './image.ts';

/** Hexadecimal digits of a file's hash that make its name: 128 bits. */
const NAME_DIGITS = 32;

type MediaContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

export interface IngestOptions extends Omit<PrepareOptions, 'keepClean'> {
  /** Where the image belongs, as the uploads page groups it. */
  folder?: string;
  /** Name the file comes with; when it is one that we gave to these bytes, they stay as they are. */
  exportedAs?: string;
  /** What its file was called, for people. */
  name?: string;
  /** Who uploads it. */
  userId?: number;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Address that pages and markdown use for an image of the store. */
export function mediaAddress(media: Pick<Media, 'fileName'>): string {
  return `/media/${media.fileName}`;
}

/**
 * Takes an image into the store: decoded, written anew without metadata, under a name made of its
 * content. The same image twice is stored once.
 * @throws ImageRefused when it is too large, damaged, or no image of an accepted format
 */
export async function ingestImage(
  context: MediaContext,
  source: Buffer,
  options: IngestOptions = {},
): Promise<Media> {
  const { dataFolder } = context.config;
  const sourceHash = hashOf(source);
  const known = findMediaBySource(context.database.query, sourceHash);
  if (known && uploadExists(dataFolder, known.fileName, known.bytes)) return known;
  const keepClean = options.exportedAs?.startsWith(`${sourceHash.slice(0, NAME_DIGITS)}.`) ?? false;
  const image = await prepareImage(source, { lenient: options.lenient ?? false, keepClean });
  // A row whose file was lost gets it back under the name that articles use.
  const fileName =
    known?.fileName ?? `${hashOf(image.bytes).slice(0, NAME_DIGITS)}.${image.extension}`;
  if (!uploadExists(dataFolder, fileName, image.bytes.length)) {
    await writeUpload(dataFolder, fileName, image.bytes);
  }
  return context.database.write((query) => {
    const found = findMediaBySource(query, sourceHash) ?? findMediaByFileName(query, fileName);
    if (found) return found;
    const waiting = !context.config.makePictures || hasQueuedJob(context.database, 'pictures');
    if (!waiting) {
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
 * Removes files that a process killed between file and row has left, and what was made of images
 * and articles that are gone.
 * @returns their names
 */
export async function sweepMedia({ config, database, clock }: MediaContext): Promise<string[]> {
  const { dataFolder } = config;
  const made = listMadePictures(database).flatMap(({ fileName, variants }) =>
    variants ? variantNames(fileName, variants) : [],
  );
  const shared = listShared(database).map(({ publicId }) => `${publicId}.png`);
  const avatars = listAvatars(database.query).flatMap(({ name }) => avatarFiles(name));
  const known: [string, string[]][] = [
    [uploadsFolder(dataFolder), listMediaFiles(database.query)],
    [avatarsFolder(dataFolder), avatars],
    [path.join(dataFolder, 'pictures', 'media'), made],
    [path.join(dataFolder, 'pictures', 'og'), shared],
  ];
  const removed: string[] = [];
  for (const [folder, names] of known) {
    removed.push(...(await removeOrphans(folder, new Set(names), clock())));
  }
  return removed;
}
