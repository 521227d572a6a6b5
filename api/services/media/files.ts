import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AVATAR_FOLDER, avatarFiles } from '#contracts/avatar.ts';

/** Milliseconds that a file nobody refers to is left alone: its row may be on its way. */
const ORPHAN_MS = 86_400_000;

/** Folder of images and product files, absolute. */
export function uploadsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'uploads');
}

/** Whether the store has a file of this name and size. */
export function uploadExists(dataFolder: string, fileName: string, bytes: number): boolean {
  const file = path.join(uploadsFolder(dataFolder), fileName);
  return existsSync(file) && statSync(file).size === bytes;
}

/** Puts a file into the store, whole or not at all, and waits until the disk has it. */
export async function writeUpload(
  dataFolder: string,
  fileName: string,
  bytes: Buffer,
): Promise<void> {
  await writeWhole(uploadsFolder(dataFolder), fileName, bytes);
}

/** Folder of members' pictures, absolute. */
export function avatarsFolder(dataFolder: string): string {
  return path.join(uploadsFolder(dataFolder), AVATAR_FOLDER);
}

/** Puts all squares of an avatar into the store. */
export async function writeAvatar(
  dataFolder: string,
  files: readonly { fileName: string; bytes: Buffer }[],
): Promise<void> {
  for (const { fileName, bytes } of files) {
    await writeWhole(avatarsFolder(dataFolder), fileName, bytes);
  }
}

/** Takes avatars out of the store, by their names. What is gone already is as it should be. */
export async function removeAvatars(dataFolder: string, names: readonly string[]): Promise<void> {
  for (const fileName of names.flatMap(avatarFiles)) {
    await rm(path.join(avatarsFolder(dataFolder), fileName), { force: true });
  }
}

/** Takes an image out of the store. */
export async function removeUpload(dataFolder: string, fileName: string): Promise<void> {
  await rm(path.join(uploadsFolder(dataFolder), fileName), { force: true });
}

/**
 * Takes files of pictures out of what is published, in every release, by their names: what was made
 * of a deleted picture must not stay behind at its address.
 */
export async function removePublished(dataFolder: string, names: readonly string[]): Promise<void> {
  const releases = path.join(dataFolder, 'releases');
  const folders = existsSync(releases) ? await readdir(releases) : [];
  const published = folders.map((release) => path.join(releases, release, 'site', 'media'));
  for (const folder of [...published, path.join(dataFolder, 'pictures', 'media')]) {
    for (const name of names) await rm(path.join(folder, name), { force: true });
  }
}

async function writeWhole(folder: string, fileName: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.${fileName}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeDurably(temporary, bytes);
    await rename(temporary, path.join(folder, fileName));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a rename in this folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Removes what interrupted work has left: files older than a day that `known` does not name.
 * @returns names of the removed files
 */
export async function removeOrphans(
  folder: string,
  known: ReadonlySet<string>,
  now: number,
): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const removed: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || known.has(entry.name)) continue;
    const file = path.join(folder, entry.name);
    if (now - (await stat(file)).mtimeMs < ORPHAN_MS) continue;
    await rm(file, { force: true });
    removed.push(entry.name);
  }
  return removed;
}
