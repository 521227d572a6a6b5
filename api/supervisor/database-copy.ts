import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';

/** Files of the database. The copy of the first one says that the copy is complete: it is made last and removed first. */
const files = ['site.db', 'site.db-wal'];

const copyOf = (dataFolder: string, name: string) =>
  path.join(dataFolder, `.before-upgrade.${name}`);

function copyWhole(from: string, to: string): void {
  copyFileSync(from, `${to}.tmp`, constants.COPYFILE_FICLONE);
  const file = openSync(`${to}.tmp`, 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(`${to}.tmp`, to);
}

/** Copies a database that no process has open, before it is migrated. */
export function keepDatabase(dataFolder: string): void {
  for (const name of files.toReversed()) {
    const file = path.join(dataFolder, name);
    if (existsSync(file)) copyWhole(file, copyOf(dataFolder, name));
  }
}

/** Replaces the database by its copy, if there is a complete one, and removes the copy. */
export function restoreDatabase(dataFolder: string): void {
  if (existsSync(copyOf(dataFolder, 'site.db'))) {
    for (const name of ['site.db-wal', 'site.db-shm']) {
      rmSync(path.join(dataFolder, name), { force: true });
    }
    for (const name of files.toReversed()) {
      const copy = copyOf(dataFolder, name);
      if (existsSync(copy)) copyWhole(copy, path.join(dataFolder, name));
    }
  }
  removeCopy(dataFolder);
}

/** Removes the copy. From then on, the migrated database is in use. */
export function removeCopy(dataFolder: string): void {
  for (const name of files) {
    const copy = copyOf(dataFolder, name);
    rmSync(copy, { force: true });
    rmSync(`${copy}.tmp`, { force: true });
  }
}
