import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../media/files.ts';
import { DATABASE_FILE } from './manifest.ts';

/** Name of the file that says that a restore is under way. */
const MARKER = 'restore-under-way.json';
/** All that a restore replaces or clears. The log goes before its database. */
const entries = [
  `${DATABASE_FILE}-wal`,
  `${DATABASE_FILE}-shm`,
  DATABASE_FILE,
  'uploads',
  'secrets',
  'live',
  'releases',
] as const;

const folderName = z.string().regex(/^\.?[\w-]+$/);
const swap = z.object({
  /** Folder of what comes, below the data folder. */
  incoming: folderName,
  /** Folder for what was, below the data folder. */
  aside: folderName,
  /** Entries that come; the others only go. */
  coming: z.array(z.enum(entries)),
});
type Swap = z.infer<typeof swap>;

/** Puts verified files in the place of the present ones, which are kept aside. */
export async function swapData(
  dataFolder: string,
  folders: { incoming: string; aside: string },
): Promise<void> {
  const coming = entries.filter((entry) =>
    existsSync(path.join(dataFolder, folders.incoming, entry)),
  );
  const temporary = path.join(dataFolder, `.${MARKER}.tmp`);
  writeFileSync(temporary, JSON.stringify({ ...folders, coming } satisfies Swap), { flush: true });
  renameSync(temporary, path.join(dataFolder, MARKER));
  await syncFolder(dataFolder);
  await completeRestore(dataFolder);
}

/**
 * Completes a restore that was stopped between its first and last step; what comes was verified
 * before. To be called before the database is opened.
 * @returns whether there was one
 */
export async function completeRestore(dataFolder: string): Promise<boolean> {
  const marker = path.join(dataFolder, MARKER);
  if (!existsSync(marker)) return false;
  const { incoming, aside, coming } = swap.parse(JSON.parse(readFileSync(marker, 'utf8')));
  const from = path.join(dataFolder, incoming);
  const to = path.join(dataFolder, aside);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of entries) {
    const present = path.join(dataFolder, entry);
    const comes = coming.includes(entry);
    const placed = comes && !existsSync(path.join(from, entry));
    // Once in place it is the new one, and stays; a key is better kept than lost.
    if (placed || (entry === 'secrets' && !comes)) continue;
    if (isThere(present)) renameSync(present, path.join(to, entry));
    if (comes) renameSync(path.join(from, entry), present);
  }
  await syncFolder(to);
  await syncFolder(dataFolder);
  rmSync(marker);
  await syncFolder(dataFolder);
  rmSync(from, { recursive: true, force: true });
  return true;
}

/** Also for a link that leads nowhere, as `live` may. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
