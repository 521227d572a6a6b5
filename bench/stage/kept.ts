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

/** Folder of what benches keep between runs. `compare.ts` lets both commits use the same one. */
const root = process.env.BENCH_KEPT ?? path.join(project, '.cache', 'bench');
/** Entries that are kept: those used last. Two commits whose sites of all sizes differ need 14 for one bench. */
const ENTRIES = 24;

/** Returns a hash of files, of all files in folders, and of other values; tests are left out. */
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
 * Returns a folder that an earlier run has made from the same inputs, or makes it.
 * @param name of its kind and inputs
 * @param make fills a new folder
 */
export async function keep(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(root, name);
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  // Renamed when it is complete: an interrupted run leaves nothing that looks finished.
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await make(unfinished);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOld();
  return folder;
}

function removeOld(): void {
  const folders = readdirSync(root)
    .map((name) => path.join(root, name))
    .map((folder) => ({ folder, usedAt: statSync(folder).mtimeMs }))
    .sort((one, other) => other.usedAt - one.usedAt);
  for (const { folder } of folders.slice(ENTRIES)) {
    rmSync(folder, { recursive: true, force: true });
  }
}
