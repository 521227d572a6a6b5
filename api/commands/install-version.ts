import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { extract } from 'tar';
import { z } from 'zod';
import { hashFile } from '../files.ts';
import { createLeaseOwner, hasOwnerExited } from '../queue/queue.ts';
import { requireSpace } from '../start/check.mjs';
import { CommandError } from './run-command.ts';

/** Folder of the version of this code: a package or a clone. */
export const ownRoot = path.resolve(import.meta.dirname, '..', '..');

/** Version that is installed beside the one in use. */
export interface InstalledVersion {
  /** Absolute folder. */
  root: string;
  /** Makes the next start use this version. @returns a function that undoes it */
  activate(): () => void;
  /** Removes the version, if it is not used. */
  remove(): void;
  /** Sentence that says which starts use it from now on. */
  startHint: string;
}

/** Returns the program with arguments that runs a command of a version with its own Node. */
export function commandOf(root: string, name: string): [program: string, file: string] {
  const node = path.join(root, 'node_modules', '.bin', 'node');
  const bundled = path.join(root, 'server', `${name}.js`);
  return [
    existsSync(node) ? node : process.execPath,
    existsSync(bundled) ? bundled : path.join(root, 'api', 'commands', `${name}.ts`),
  ];
}

/** Returns the environment of a version: its own build, packages and Node. */
export function environmentOf(root: string): NodeJS.ProcessEnv {
  if (root === ownRoot) return process.env;
  const modules = path.join(root, 'node_modules');
  return {
    ...process.env,
    PATH: `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    BUILD_DIR: path.join(root, 'dist'),
    NODE_COMPILE_CACHE: path.join(modules, '.cache', 'compiled'),
  };
}

/** Start of the names of temporary folders of an upgrade, in DATA_DIR and beside the versions. */
export const TRIAL_PREFIX = '.upgrade-trial-';

/** Result of starting a version on a copy of the data. Commands of different versions exchange it: only add to it. */
export const trialResult = z.object({
  migrations: z.number(),
  migrationMs: z.number(),
  /** Duration of a copy of the database file in the data folder. */
  copyMs: z.number().default(0),
  /** Sentences about files of CONTENT_DIR that the version does not accept. */
  contentProblems: z.array(z.string()).default([]),
});
export type TrialResult = z.infer<typeof trialResult>;

/** Removes temporary folders of an upgrade that was killed. */
export function removeTrials(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(TRIAL_PREFIX)) rmSync(path.join(folder, name), { recursive: true });
  }
}

/** End of the names of files beside versions that are not used yet. Such a file names the process that installs one. */
const UNFINISHED = '.unfinished';

/** Marks a version as unfinished, so that an upgrade after an interruption removes it. */
function markUnfinished(root: string): void {
  writeFileSync(root + UNFINISHED, createLeaseOwner());
}

/** Call it before the version may be in use. */
function markFinished(root: string): void {
  rmSync(root + UNFINISHED, { force: true });
}

/** Removes the versions of upgrades that were interrupted. @throws CommandError if an upgrade is running */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(UNFINISHED))) {
    const marker = path.join(folder, name);
    if (!hasOwnerExited(readFileSync(marker, 'utf8'))) {
      throw new CommandError(`Another upgrade is running. If none is, remove ${marker}.`);
    }
    rmSync(marker.slice(0, -UNFINISHED.length), { recursive: true, force: true });
    rmSync(marker);
  }
}

/** Folder of the clone with work trees of other versions; git ignores it. */
const versionsFolder = path.join(ownRoot, '.versions');
/** Bytes of a version with its packages and its build. */
const VERSION_BYTES = 1500 * 1_048_576;

/** @throws CommandError with the message of git */
function git(folder: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...parameters], {
    encoding: 'utf8',
  });
  if (status === 0) return stdout.trim();
  throw new CommandError(`git ${parameters.join(' ')} failed.\n${`${stdout}${stderr}`.trim()}`);
}

/**
 * Looks for a newer commit.
 * @param target branch, tag or commit; by default the branch that the clone follows
 * @returns null if the clone has the target already
 * @throws CommandError if the clone has changes that are not committed
 */
export function findNewCommit(target: string | undefined): string | null {
  const changes = git(ownRoot, 'status', '--short');
  if (changes !== '') {
    throw new CommandError(
      `The clone has changes that are not committed, or files that do not belong to the site:\n${changes}\nCommit them, or move them out of the clone or into its data folder, and upgrade again.`,
    );
  }
  git(ownRoot, 'fetch', '--quiet', '--tags');
  const wanted = target === undefined ? findUpstream() : findTarget(target);
  return git(ownRoot, 'merge-base', 'HEAD', wanted) === wanted ? null : wanted;
}

/** Returns the commit that a name means, or null. */
function findCommit(name: string): string | null {
  const parameters = ['-C', ownRoot, 'rev-parse', '--quiet', '--verify', `${name}^{commit}`];
  const { status, stdout } = spawnSync('git', parameters, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function findSetting(name: string): string | null {
  const parameters = ['-C', ownRoot, 'config', '--get', name];
  const { status, stdout } = spawnSync('git', parameters, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function findUpstream(): string {
  const commit = findCommit('@{upstream}');
  if (commit !== null) return commit;
  throw new CommandError(
    'The clone follows no branch: name a tag, branch or commit, such as make upgrade TO=v0.2.0, or switch to a branch.',
  );
}

/** Prefers the branch of the remote to the clone's own one, which `git fetch` does not move. */
function findTarget(target: string): string {
  const branch = git(ownRoot, 'branch', '--show-current');
  // The remote that `git fetch` asks.
  const remote = findSetting(`branch.${branch}.remote`) ?? 'origin';
  const names = [`refs/tags/${target}`, `refs/remotes/${remote}/${target}`, target];
  const commit = names.map(findCommit).find((found) => found !== null);
  if (commit) return commit;
  throw new CommandError(`There is no tag, branch or commit ${target}.`);
}

/**
 * Installs and builds a commit in a work tree beside this version, with the commits of the owner.
 * @throws CommandError if these conflict with it; InvalidConfigError if the disk is too small
 */
export function installCommit(wanted: string): InstalledVersion {
  const before = git(ownRoot, 'rev-parse', 'HEAD');
  mkdirSync(versionsFolder, { recursive: true });
  removeUnfinished(versionsFolder);
  removeOldVersions();
  const root = path.join(versionsFolder, wanted.slice(0, 12));
  if (existsSync(root)) {
    throw new CommandError(`${root} exists already. Remove it if it is not in use.`);
  }
  requireSpace('The new version', ownRoot, VERSION_BYTES);
  const remove = () => {
    rmSync(root, { recursive: true, force: true });
    git(ownRoot, 'worktree', 'prune');
    markFinished(root);
  };
  markUnfinished(root);
  // Force, because git locks a work tree whose creation was interrupted.
  git(ownRoot, 'worktree', 'add', '--quiet', '--force', '--force', '--detach', root, before);
  try {
    mergeOwnCommits(root, wanted);
    execFileSync(process.execPath, ['api/start/prepare.mjs', 'install', 'build'], {
      cwd: root,
      env: { ...process.env, BUILD_DIR: path.join(root, 'dist') },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } catch (error) {
    remove();
    throw error instanceof CommandError
      ? error
      : new CommandError('The new version could not be installed; see the messages above.');
  }
  const merged = git(root, 'rev-parse', 'HEAD');
  return {
    root,
    activate() {
      markFinished(root);
      git(ownRoot, 'merge', '--quiet', '--ff-only', merged);
      return () => void git(ownRoot, 'reset', '--quiet', '--keep', before);
    },
    remove,
    startHint: 'make start uses it.',
  };
}

/** Merges the commits of the owner. @throws CommandError with the files that conflict */
function mergeOwnCommits(root: string, wanted: string): void {
  try {
    git(root, 'merge', '--quiet', '--no-edit', wanted);
  } catch (error) {
    const files = git(root, 'diff', '--name-only', '--diff-filter=U');
    if (files === '') throw error;
    throw new CommandError(
      `Commits of yours conflict with the new version in these files:\n${files}\nNothing was changed. Merge yourself with git merge ${wanted.slice(0, 12)}, then stop the site and run make start.`,
    );
  }
}

/** Removes the work trees of earlier upgrades but the newest, which the site may be running from. */
function removeOldVersions(): void {
  const roots = readdirSync(versionsFolder).map((name) => path.join(versionsFolder, name));
  const newestFirst = roots.sort((a, b) => statSync(b).birthtimeMs - statSync(a).birthtimeMs);
  for (const root of newestFirst.slice(1)) rmSync(root, { recursive: true });
  git(ownRoot, 'worktree', 'prune');
}

/** Bytes of an unpacked package for each byte of its file. */
const UNPACKED = 4;
/** Other users may read programs, in particular the user of the site if root installs them. */
const PROGRAM_UMASK = 0o022;

/**
 * Unpacks a package beside this version.
 * @throws CommandError if it is no package, or installed already; InvalidConfigError if the disk is too small
 */
export async function installPackage(file: string): Promise<InstalledVersion> {
  const versionsFolder = path.dirname(ownRoot);
  removeTrials(versionsFolder);
  removeUnfinished(versionsFolder);
  requireSpace('The package', versionsFolder, statSync(file).size * UNPACKED);
  const root = await unpack(file, versionsFolder);
  const link = findLink(versionsFolder);
  return {
    root,
    activate() {
      markFinished(root);
      if (link === null) return () => undefined;
      const before = realpathSync(link);
      pointLink(link, root);
      return () => pointLink(link, before);
    },
    remove() {
      rmSync(root, { recursive: true, force: true });
      markFinished(root);
    },
    startHint:
      link === null
        ? `Start it with ${path.join(root, 'personal-site')} start from now on.`
        : `Starts through ${link} use it.`,
  };
}

/**
 * Compares the hash of a package with that in the `.sha256` file beside it, or prints it.
 * @throws CommandError if the file is missing or damaged
 */
export async function checkPackage(file: string, print: (text: string) => void): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  const found = await hashFile(file);
  const beside = `${file}.sha256`;
  if (!existsSync(beside)) {
    print(`SHA-256 of the package, compare it: ${found}`);
  } else if (readFileSync(beside, 'utf8').split(/\s/)[0] !== found) {
    throw new CommandError(`${file} is damaged: its hash is not the one in ${beside}.`);
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
      throw new CommandError(`${file} is not a package of this site.`);
    }
    const root = path.join(versionsFolder, name);
    if (existsSync(root)) {
      throw new CommandError(`${root} exists already. Remove it if it is not in use.`);
    }
    markUnfinished(root);
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
