import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { extract } from 'tar';
import { hashFile } from '../file-hash.ts';
import { requireSpace } from '../start/check.mjs';
import { CommandRefused } from './run-command.ts';
import { removeTrials, TRIAL_PREFIX } from './upgrade-trial.ts';
import { type InstalledVersion, ownRoot } from './version-folder.ts';

/** Bytes of an unpacked package for each byte of its file. */
const UNPACKED = 4;
/** Other users may read programs, in particular the user of the site if root installs them. */
const PROGRAM_UMASK = 0o022;

/**
 * Unpacks a package beside this version.
 * @throws CommandRefused if it is no package, or installed already; ConfigInvalid if the disk is too small
 */
export async function installPackage(file: string): Promise<InstalledVersion> {
  const versionsFolder = path.dirname(ownRoot);
  removeTrials(versionsFolder);
  requireSpace('The package', versionsFolder, statSync(file).size * UNPACKED);
  const root = await unpack(file, versionsFolder);
  const link = findLink(versionsFolder);
  return {
    root,
    activate() {
      if (link === null) return () => undefined;
      const before = realpathSync(link);
      pointLink(link, root);
      return () => pointLink(link, before);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
    startHint:
      link === null
        ? `Start it with ${path.join(root, 'personal-site')} start from now on.`
        : `Starts through ${link} use it.`,
  };
}

/**
 * Compares the hash of a package with that in the `.sha256` file beside it, or prints it.
 * @throws CommandRefused if the file is missing or damaged
 */
export async function checkPackage(file: string, say: (text: string) => void): Promise<void> {
  if (!existsSync(file)) throw new CommandRefused(`There is no file ${file}.`);
  const found = await hashFile(file);
  const beside = `${file}.sha256`;
  if (!existsSync(beside)) {
    say(`SHA-256 of the package, compare it: ${found}`);
  } else if (readFileSync(beside, 'utf8').split(/\s/)[0] !== found) {
    throw new CommandRefused(`${file} is damaged: its hash is not the one in ${beside}.`);
  }
}

/** Returns the folder of the unpacked package. */
async function unpack(file: string, versionsFolder: string): Promise<string> {
  const staging = mkdtempSync(path.join(versionsFolder, TRIAL_PREFIX));
  try {
    await extract({
      file,
      cwd: staging,
      strict: true,
      preserveOwner: false,
      processUmask: PROGRAM_UMASK,
    });
    const [name = '', ...others] = readdirSync(staging);
    if (others.length > 0 || !existsSync(path.join(staging, name, 'server', 'server.js'))) {
      throw new CommandRefused(`${file} is not a package of this site.`);
    }
    const root = path.join(versionsFolder, name);
    if (existsSync(root)) {
      throw new CommandRefused(`${root} exists already. Remove it if it is not in use.`);
    }
    renameSync(path.join(staging, name), root);
    return root;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Returns the link beside this version that leads to the version in use, or null. */
function findLink(versionsFolder: string): string | null {
  const link = path.join(versionsFolder, 'current');
  return existsSync(link) && realpathSync(link) !== link ? link : null;
}

/** Points a link at a folder, atomically. */
function pointLink(link: string, folder: string): void {
  const temporary = `${link}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  symlinkSync(path.relative(path.dirname(link), folder), temporary);
  renameSync(temporary, link);
}
