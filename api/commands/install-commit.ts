import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { requireSpace } from '../start/check.mjs';
import { CommandRefused } from './run-command.ts';
import { type InstalledVersion, ownRoot } from './version-folder.ts';

/** Folder of the clone with work trees of other versions; git ignores it. */
const versionsFolder = path.join(ownRoot, '.versions');
/** Bytes of a version with its packages and its build. */
const VERSION_BYTES = 1500 * 1_048_576;

/** @throws CommandRefused with the message of git */
function git(folder: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...parameters], {
    encoding: 'utf8',
  });
  if (status === 0) return stdout.trim();
  throw new CommandRefused(`git ${parameters.join(' ')} failed.\n${`${stdout}${stderr}`.trim()}`);
}

/**
 * Looks for a newer commit.
 * @param target branch, tag or commit; by default the branch that the clone follows
 * @returns null if the clone has the target already
 * @throws CommandRefused if the clone has changes that are not committed
 */
export function findNewCommit(target: string | undefined): string | null {
  if (git(ownRoot, 'status', '--porcelain') !== '') {
    throw new CommandRefused('The clone has changes that are not committed: see git status.');
  }
  git(ownRoot, 'fetch', '--quiet', '--tags');
  const wanted = git(ownRoot, 'rev-parse', '--verify', `${target ?? '@{upstream}'}^{commit}`);
  return git(ownRoot, 'merge-base', 'HEAD', wanted) === wanted ? null : wanted;
}

/**
 * Installs and builds a commit in a work tree beside this version, with the commits of the owner.
 * @throws CommandRefused if these conflict with it; ConfigInvalid if the disk is too small
 */
export function installCommit(wanted: string): InstalledVersion {
  const before = git(ownRoot, 'rev-parse', 'HEAD');
  removeOldVersions();
  const root = path.join(versionsFolder, wanted.slice(0, 12));
  if (existsSync(root)) {
    throw new CommandRefused(`${root} exists already. Remove it if it is not in use.`);
  }
  requireSpace('The new version', ownRoot, VERSION_BYTES);
  const remove = () => {
    rmSync(root, { recursive: true, force: true });
    git(ownRoot, 'worktree', 'prune');
  };
  git(ownRoot, 'worktree', 'add', '--quiet', '--detach', root, before);
  try {
    // Commits of the owner stay.
    git(root, 'merge', '--quiet', '--no-edit', wanted);
    execFileSync(process.execPath, ['api/start/prepare.mjs', 'install', 'build'], {
      cwd: root,
      env: { ...process.env, BUILD_DIR: path.join(root, 'dist') },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } catch (error) {
    remove();
    throw error instanceof CommandRefused
      ? error
      : new CommandRefused('The new version could not be installed; see the messages above.');
  }
  const merged = git(root, 'rev-parse', 'HEAD');
  return {
    root,
    activate() {
      git(ownRoot, 'merge', '--quiet', '--ff-only', merged);
      return () => void git(ownRoot, 'reset', '--quiet', '--keep', before);
    },
    remove,
    startHint: 'make start uses it.',
  };
}

/** Removes the work trees of earlier upgrades but the newest, which the site may be running from. */
function removeOldVersions(): void {
  if (!existsSync(versionsFolder)) return;
  const roots = readdirSync(versionsFolder).map((name) => path.join(versionsFolder, name));
  const newestFirst = roots.sort((a, b) => statSync(b).birthtimeMs - statSync(a).birthtimeMs);
  for (const root of newestFirst.slice(1)) rmSync(root, { recursive: true });
  git(ownRoot, 'worktree', 'prune');
}
