import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { replaceFile, syncToDisk } from '../../files.ts';
import { replaceContent } from '../content/archive-content.ts';
import { DATABASE_FILE } from './backup-contents.ts';

/** Name of the file that marks a restore in progress. */
const MARKER = 'restore-under-way.json';
/** Folder of restored content that has not been moved into CONTENT_DIR yet. */
const RESTORED_CONTENT = 'restored-content';
/** Entries that a restore replaces or removes, the write-ahead log before its database. */
const entries = [
  `${DATABASE_FILE}-wal`,
  `${DATABASE_FILE}-shm`,
  DATABASE_FILE,
  // State of Litestream for the previous database.
  `.${DATABASE_FILE}-litestream`,
  'uploads',
  'secrets',
  'live',
  'releases',
  RESTORED_CONTENT,
] as const;
type Entry = (typeof entries)[number];

const folderName = z.string().regex(/^\.?[\w-]+$/);
const swap = z.object({
  /** Folder of the restored files, in the data folder. */
  incoming: folderName,
  /** Folder for the previous data, in the data folder. */
  aside: folderName,
  /** Entries to restore; the others are removed. */
  coming: z.array(z.enum(entries)),
  /** Entries that stay. */
  staying: z.array(z.enum(entries)).default([]),
});
type Swap = z.infer<typeof swap>;

/** Replaces the current data by validated files and keeps the previous data. */
export async function swapData(
  dataFolder: string,
  { staying = [], ...folders }: { incoming: string; aside: string; staying?: Entry[] },
): Promise<void> {
  const coming = entries.filter((entry) =>
    existsSync(path.join(dataFolder, folders.incoming, entry)),
  );
  const marker = JSON.stringify({ ...folders, coming, staying } satisfies Swap);
  await replaceFile(path.join(dataFolder, MARKER), (temporary) => writeFile(temporary, marker));
  await completeRestore(dataFolder);
}

/**
 * Completes a restore that was interrupted while moving validated files; call it before opening the database.
 * @returns true if there was one
 */
export async function completeRestore(dataFolder: string): Promise<boolean> {
  const marker = path.join(dataFolder, MARKER);
  if (!existsSync(marker)) return false;
  const { incoming, aside, coming, staying } = swap.parse(JSON.parse(readFileSync(marker, 'utf8')));
  const from = path.join(dataFolder, incoming);
  const to = path.join(dataFolder, aside);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of entries) {
    const current = path.join(dataFolder, entry);
    const comes = coming.includes(entry);
    const placed = comes && !existsSync(path.join(from, entry));
    // Entries already moved stay; existing keys are kept if the backup has none.
    if (staying.includes(entry)) continue;
    if (placed || (entry === 'secrets' && !comes)) continue;
    if (entryExists(current)) renameSync(current, path.join(to, entry));
    if (comes) renameSync(path.join(from, entry), current);
  }
  await syncToDisk(to);
  await syncToDisk(dataFolder);
  rmSync(marker);
  await syncToDisk(dataFolder);
  rmSync(from, { recursive: true, force: true });
  return true;
}

/** True also for a dangling link, such as `live`. */
function entryExists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** Makes the content of an unpacked backup part of the swap, because CONTENT_DIR may be elsewhere. */
export function stageRestoredContent(incoming: string): void {
  const content = path.join(incoming, 'content');
  if (existsSync(content)) renameSync(content, path.join(incoming, RESTORED_CONTENT));
}

/**
 * Moves restored content into CONTENT_DIR. Call it after a swap and before the content is read.
 * @param aside folder for the previous files
 */
export function placeRestoredContent(
  { dataFolder, contentFolder }: { dataFolder: string; contentFolder: string },
  aside: string,
): void {
  const restored = path.join(dataFolder, RESTORED_CONTENT);
  if (existsSync(restored)) replaceContent(restored, contentFolder, aside);
}
