import { existsSync, rmSync, statSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AVATAR_FOLDER, avatarFiles } from '#contracts/avatar.ts';
import { DAY_MS } from '#contracts/durations.ts';
import type { AppContext } from '../../context.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { findMediaByFileName } from '../../db/repositories/media.ts';
import { replaceFile } from '../../files.ts';
import { enqueueStore } from '../storage/upload-bucket.ts';

type MediaContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Age at which a file without a row is deleted, in milliseconds; a newer one may still get its row. */
const ORPHAN_AGE_MS = DAY_MS;

/** Returns the folder of images and product files, absolute. */
export function uploadsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'uploads');
}

/** True if the media library has a file of this name and size. */
export function uploadExists(dataFolder: string, fileName: string, bytes: number): boolean {
  const file = path.join(uploadsFolder(dataFolder), fileName);
  return existsSync(file) && statSync(file).size === bytes;
}

/** Stores a file atomically and waits until it is on disk. */
export async function writeUpload(
  dataFolder: string,
  fileName: string,
  bytes: Buffer,
): Promise<void> {
  const file = path.join(uploadsFolder(dataFolder), fileName);
  await replaceFile(file, (temporary) => writeFile(temporary, bytes));
}

export function avatarsFolder(dataFolder: string): string {
  return path.join(uploadsFolder(dataFolder), AVATAR_FOLDER);
}

/** Stores all sizes of an avatar. */
export async function writeAvatar(
  dataFolder: string,
  files: readonly { fileName: string; bytes: Buffer }[],
): Promise<void> {
  for (const { fileName, bytes } of files) {
    const file = path.join(avatarsFolder(dataFolder), fileName);
    await replaceFile(file, (temporary) => writeFile(temporary, bytes));
  }
}

/** Returns the paths of the files of avatars below the folder of uploads. */
export const avatarUploads = (names: readonly string[]): string[] =>
  names.flatMap(avatarFiles).map((fileName) => `${AVATAR_FOLDER}/${fileName}`);

/** Deletes the files of avatars by name, also from releases and buckets. */
export async function removeAvatars(
  context: MediaContext,
  names: readonly string[],
): Promise<void> {
  await removeImages(context, avatarUploads(names));
}

/**
 * Deletes images from the uploads, all releases and the buckets, so that they are no longer served.
 * @param uploads paths below the folder of uploads
 * @param variants file names of their variants
 */
export async function removeImages(
  context: MediaContext,
  uploads: readonly string[],
  variants: readonly string[] = [],
): Promise<void> {
  if (uploads.length === 0) return;
  const { config, database, clock } = context;
  const { dataFolder, publishTo } = config;
  const removed = await database.write((query) =>
    uploads.filter((name) => {
      // The same image may have been uploaded again since its row was deleted.
      if (findMediaByFileName(query, name)) return false;
      rmSync(path.join(uploadsFolder(dataFolder), name), { force: true });
      return true;
    }),
  );
  if (removed.length === 0) return;
  const names = [...removed, ...variants];
  const releases = path.join(dataFolder, 'releases');
  const folders = existsSync(releases) ? await readdir(releases) : [];
  const published = folders.map((release) => path.join(releases, release, 'site', 'media'));
  for (const folder of [...published, path.join(dataFolder, 'images', 'media')]) {
    for (const name of names) await rm(path.join(folder, name), { force: true });
  }
  await database.write(() => {
    enqueueStore(context, removed);
    if (publishTo === null) return;
    const payload = { files: names.map((name) => `media/${name}`) };
    enqueueJob(database, { kind: 'push', payload, now: clock() });
  });
}

/** Deletes files older than a day that `knownNames` does not contain. @returns names of the deleted files */
export async function removeOrphans(
  folder: string,
  knownNames: ReadonlySet<string>,
  now: number,
): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const removed: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || knownNames.has(entry.name)) continue;
    const file = path.join(folder, entry.name);
    // An upload may have renamed its temporary file by now.
    const status = statSync(file, { throwIfNoEntry: false });
    if (!status || now - status.mtimeMs < ORPHAN_AGE_MS) continue;
    await rm(file, { force: true });
    removed.push(entry.name);
  }
  return removed;
}
