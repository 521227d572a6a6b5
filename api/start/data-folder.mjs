/** The data folder. Plain JavaScript without packages, because it is checked before packages are installed. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { InvalidConfigError } from './environment.mjs';

/** Mode of the data folder, which is private to its user. */
const PRIVATE = 0o700;
/** Mode that lets the group of a web server reach the releases. It is not changed if the owner has set it. */
const PASSABLE = 0o710;

/** Mode bit of folders such as /tmp. */
const STICKY = 0o1000;

/** Names of folders in a data folder of this site. */
const ownFolders =
  /^(backups|before-(?:import|restore)-.+|content|exports?|images|imports|live|lost\+found|mail|product-parts|releases|restored-content|secrets|uploads|\..+)$/;

/** @typedef {{ dataFolder: string, buildFolder: string }} Folders absolute */

/**
 * Creates the data folder if it is missing, and makes it private to the user of this process.
 * @param {Folders} folders
 * @throws {InvalidConfigError} with a sentence that names DATA_DIR
 */
export function openDataFolder({ dataFolder: folder, buildFolder }) {
  requireUsable('DATA_DIR', folder, () => {
    requireOwnFolder({ dataFolder: folder, buildFolder });
    createFolder(folder);
    const mode = statSync(folder).mode & 0o777;
    if (mode === PRIVATE || mode === PASSABLE) return;
    chmodSync(folder, PRIVATE);
    // Earlier versions created files that all users can read, and the folder may be opened to a group later.
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (entry.isFile() || entry.isDirectory()) chmodSync(file, statSync(file).mode & 0o700);
    }
  });
}

/**
 * Checks that openDataFolder will succeed and that files can be written. Leaves no files behind.
 * @param {Folders} folders
 * @throws {InvalidConfigError} with a sentence that names DATA_DIR
 */
export function checkDataFolder(folders) {
  requireUsable('DATA_DIR', folders.dataFolder, () => requireOwnFolder(folders));
  requireWritable('DATA_DIR', folders.dataFolder);
}

/**
 * Checks that a folder exists or can be created, and that files can be written to it. Leaves no files behind.
 * @param {'DATA_DIR' | 'BUILD_DIR'} variable that names it
 * @param {string} folder absolute
 * @throws {InvalidConfigError} with a sentence that names the variable
 */
export function requireWritable(variable, folder) {
  requireUsable(variable, folder, () => {
    const created = createFolder(folder);
    const probe = path.join(folder, `.write-test-${process.pid}`);
    try {
      writeFileSync(probe, 'x', { flag: 'wx' });
    } finally {
      rmSync(probe, { force: true });
      for (const made of created.reverse()) rmdirSync(made);
    }
  });
}

/**
 * Returns the folder itself, or its nearest existing parent.
 * @param {string} folder absolute
 */
export function nearestExisting(folder) {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  return existing;
}

/**
 * Creates a folder and its missing parents one by one, because mkdir with `recursive` never returns in /proc.
 * @param {string} folder absolute
 * @returns {string[]} created folders, outermost first
 */
function createFolder(folder) {
  /** @type {string[]} */
  const missing = [];
  for (let next = folder; !existsSync(next); next = path.dirname(next)) missing.unshift(next);
  /** @type {string[]} */
  const created = [];
  try {
    for (const next of missing) {
      mkdirSync(next, { mode: PRIVATE });
      created.push(next);
    }
  } catch (error) {
    for (const made of created.reverse()) rmdirSync(made);
    throw error;
  }
  if (!statSync(folder).isDirectory()) {
    throw Object.assign(new Error(`${folder} is a file`), { code: 'ENOTDIR' });
  }
  return created;
}

/**
 * Refuses a folder that other programs use, such as /tmp, because they would lose access. Also refuses a folder
 * of another user, because its mode cannot be changed.
 * @param {Folders} folders
 */
function requireOwnFolder({ dataFolder: folder, buildFolder }) {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return;
  const user = process.getuid?.() ?? 0;
  const isPrivate = [PRIVATE, PASSABLE].includes(stats.mode & 0o777);
  if (user !== 0 && user !== stats.uid && !isPrivate) {
    throw Object.assign(new Error(`${folder} has another owner`), { code: 'EPERM' });
  }
  if (existsSync(path.join(folder, 'site.db'))) return;
  const foreignFolder = readdirSync(folder, { withFileTypes: true }).find(
    (entry) =>
      entry.isDirectory() &&
      !ownFolders.test(entry.name) &&
      !`${buildFolder}${path.sep}`.startsWith(path.join(folder, entry.name, path.sep)),
  );
  const isShared = (stats.mode & STICKY) !== 0;
  if (foreignFolder === undefined && !isShared) return;
  throw new InvalidConfigError(
    `DATA_DIR: the folder ${folder} is not the site's alone; set it to a new or an empty folder.`,
  );
}

/** @type {Record<string, string>} */
const reasons = {
  EACCES: 'may not be written to by this user',
  EPERM: 'belongs to another user',
  EROFS: 'is on a disk that cannot be written to',
  ENOTDIR: 'is a file or lies below one',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is on a disk whose quota is used up',
};

/**
 * @param {'DATA_DIR' | 'BUILD_DIR'} variable
 * @param {string} folder
 * @param {() => void} use
 */
function requireUsable(variable, folder, use) {
  try {
    use();
  } catch (error) {
    if (error instanceof InvalidConfigError) throw error;
    const { code = String(error) } = /** @type {NodeJS.ErrnoException} */ (error);
    const reason = reasons[code] ?? `cannot be created or used (${code})`;
    throw new InvalidConfigError(
      `${variable}: the folder ${folder} ${reason}; set it to a folder that this user may write to.`,
      { cause: error },
    );
  }
}
