import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { project } from './build.ts';

/** Cache of benches between runs. `compare.ts` lets both commits use the same folder. */
const cacheRoot = process.env.BENCH_KEPT ?? path.join(project, '.cache', 'bench');
/** Entries that the cache keeps. A comparison of two commits needs at most 14 for one bench. */
const MAX_ENTRIES = 24;

/** Returns a hash of files, of all files in folders except tests, and of other values. */
export function hashInputs(paths: string[], ...values: unknown[]): string {
  const files = paths.flatMap((name) =>
    statSync(path.join(project, name)).isFile()
      ? [name]
      : readdirSync(path.join(project, name), { recursive: true, encoding: 'utf8' })
          .map((inner) => path.join(name, inner))
          .filter(
            (file) => !file.endsWith('.test.ts') && statSync(path.join(project, file)).isFile(),
          ),
  );
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const file of files.sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(project, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns the cached folder with this name, or creates it.
 * @param name identifies the kind and the hash of the inputs
 * @param fill writes the files of a new folder
 */
export async function getCachedFolder(
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = path.join(cacheRoot, name);
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  // Renamed when it is complete, so that an interrupted run leaves no incomplete entry.
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await fill(unfinished);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOldEntries();
  return folder;
}

function removeOldEntries(): void {
  const folders = readdirSync(cacheRoot)
    .map((name) => path.join(cacheRoot, name))
    .map((folder) => ({ folder, usedAt: statSync(folder).mtimeMs }))
    .sort((first, second) => second.usedAt - first.usedAt);
  for (const { folder } of folders.slice(MAX_ENTRIES)) {
    rmSync(folder, { recursive: true, force: true });
  }
}
