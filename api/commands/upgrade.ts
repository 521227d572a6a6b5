import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#contracts/durations.ts';
import { InvalidConfigError, readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { findLease } from '../db/hot/jobs.ts';
import { commandLine, isClone, version } from '../installation.ts';
import { hasOwnerExited } from '../queue/queue.ts';
import { requireSpace } from '../start/check.mjs';
import { connectToSupervisor, requestSwitch } from '../supervisor/switch-request.ts';
import {
  checkPackage,
  commandOf,
  environmentOf,
  findNewCommit,
  type InstalledVersion,
  installCommit,
  installPackage,
  ownRoot,
  type TrialResult,
  trialResult,
} from './install-version.ts';
import { CommandError, namedArgument, runCommand } from './run-command.ts';

const MB = 1_048_576;
/** Milliseconds that the copy of the database and its migration may take while requests wait. */
const MIGRATION_MAX_MS = 15_000;
/** Milliseconds that an upgrade waits for a backup that is running. */
const BACKUP_WAIT_MAX_MS = 30 * MINUTE_MS;
const BACKUP_POLL_MS = 500;
/** Characters of the output of a failed trial that are shown. */
const OUTPUT_MAX = 2000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * `personal-site upgrade FILE=….tar.gz`, or `make upgrade` in a clone, with TO=tag for another commit than the newest: backs
 * up, installs the version beside this one, tries it on a copy of the data, and lets the running site switch to it. After a
 * failure, the version and the data from before are in use.
 *
 * Root may own the programs: what touches the data then runs as the owner of the data.
 */
await runCommand(async () => {
  const { dataFolder } = readConfig();
  const database = path.join(dataFolder, 'site.db');
  if (!existsSync(database)) throw new CommandError(`There is no site in ${dataFolder} yet.`);
  requireSpace(
    'DATA_DIR',
    dataFolder,
    3 * statSync(database).size + sizeOfRelease(dataFolder) + 64 * MB,
  );

  const install = await findVersion();
  if (install === null) {
    const target = namedArgument('TO');
    return print(
      target === undefined ? 'This is the newest version.' : `The clone has ${target} already.`,
    );
  }
  await requireSupervisor(dataFolder);
  await waitForBackup(dataFolder);
  print(runAsOwner(dataFolder, ownRoot, 'backup').trim());
  const installed = await install();
  let isInUse = false;
  try {
    print(`Installed: ${installed.root}`);
    const trial = tryVersion(dataFolder, installed.root);
    print(`Tried on a copy of the data: ${trial.migrations} migrations; pages and API respond.`);
    if (trial.contentProblems.length > 0) {
      const warning =
        'Warning: this version does not accept some files. Their pages do not change:';
      print([warning, ...trial.contentProblems].join('\n  '));
    }
    isInUse = await use(installed, dataFolder, trial);
  } finally {
    if (!isInUse) installed.remove();
  }
}, InvalidConfigError);

/** Checks the version to install. @returns a function that installs it, or null if there is nothing to install */
async function findVersion(): Promise<(() => Promise<InstalledVersion>) | null> {
  const file = namedArgument('FILE');
  if (file !== undefined) {
    await checkPackage(path.resolve(file), print);
    return () => installPackage(path.resolve(file));
  }
  if (!isClone) {
    throw new CommandError(
      `Name the package: ${commandLine('upgrade FILE=personal-site-….tar.gz')}`,
    );
  }
  const commit = findNewCommit(namedArgument('TO'));
  return commit === null ? null : async () => installCommit(commit);
}

/** @throws CommandError if a server runs whose supervisor does not switch, such as the second one of two */
async function requireSupervisor(dataFolder: string): Promise<void> {
  const supervisor = await connectToSupervisor(dataFolder);
  supervisor?.destroy();
  if (supervisor !== null || !isHeld(dataFolder, 'publisher')) return;
  throw new CommandError(
    `A server that cannot switch to another version runs on ${dataFolder}. Stop it, and upgrade again.`,
  );
}

/** Returns true while a process that has not ended holds a lease. */
function isHeld(dataFolder: string, name: string): boolean {
  using database = openDatabase(path.join(dataFolder, 'site.db'), { readonly: true });
  const lease = findLease(database, name);
  return lease !== null && lease.heldUntil > systemClock() && !hasOwnerExited(lease.holder);
}

/** Waits for a backup of another process, such as the nightly one. @throws CommandError if it takes too long */
async function waitForBackup(dataFolder: string): Promise<void> {
  if (!isHeld(dataFolder, 'backup')) return;
  print('A backup is running. The upgrade begins when it has ended.');
  const end = systemClock() + BACKUP_WAIT_MAX_MS;
  while (isHeld(dataFolder, 'backup')) {
    if (systemClock() > end) {
      throw new CommandError(
        `The backup still runs after ${BACKUP_WAIT_MAX_MS / MINUTE_MS} minutes. Upgrade again when it has ended: /admin/jobs shows it.`,
      );
    }
    await sleep(BACKUP_POLL_MS);
  }
}

/** Returns the size of the live release in bytes. */
function sizeOfRelease(dataFolder: string): number {
  const live = path.join(dataFolder, 'live');
  if (!existsSync(live)) return 0;
  let bytes = 0;
  for (const name of readdirSync(realpathSync(live), { recursive: true, encoding: 'utf8' })) {
    // The site may replace a file meanwhile.
    bytes += statSync(path.join(live, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

/**
 * Runs a command of a version as the owner of the data folder.
 * @returns its output
 * @throws CommandError with the last part of its output if it fails
 */
function runAsOwner(dataFolder: string, root: string, command: string): string {
  const { uid, gid } = statSync(dataFolder);
  const [program, file] = commandOf(root, command);
  const { status, stdout, stderr, error } = spawnSync(program, [file], {
    encoding: 'utf8',
    // make passes TO on, which is a folder for a backup.
    env: { ...environmentOf(root), LOG_LEVEL: 'warn', TO: undefined, FILE: undefined },
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  if (error) throw error;
  if (status === 0) return stdout;
  throw new CommandError(`${stdout}${stderr}`.trim().slice(-OUTPUT_MAX));
}

/** @throws CommandError if the version does not work on a copy of the data */
function tryVersion(dataFolder: string, root: string): TrialResult {
  try {
    const output = runAsOwner(dataFolder, root, 'try-start');
    return trialResult.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(
      `The new version fails on a copy of the data. Version ${version} is still in use.\n${error.message}`,
    );
  }
}

/**
 * Lets the running site switch to a version, or prepares the next start.
 * @returns true
 * @throws CommandError if the version before is still or again in use
 */
async function use(
  installed: InstalledVersion,
  dataFolder: string,
  { migrations, migrationMs, copyMs }: TrialResult,
): Promise<true> {
  const supervisor = await connectToSupervisor(dataFolder);
  if (supervisor === null) {
    installed.activate();
    print(`The site is not running. ${installed.startHint}`);
    return true;
  }
  let undo = () => {};
  try {
    if (migrations > 0 && copyMs + migrationMs > MIGRATION_MAX_MS) {
      const seconds = Math.ceil((copyMs + migrationMs) / 1000);
      throw new CommandError(
        `The copy of the database and its migration take ${seconds} s, too long to let requests wait. Stop the site, then upgrade again.`,
      );
    }
    const request = { root: installed.root, migrates: migrations > 0 };
    const result = await requestSwitch(supervisor, request, () => {
      undo = installed.activate();
    });
    if (result.state === 'stopped') {
      print(`The site was stopped during the switch. ${installed.startHint}`);
      return true;
    }
    if (result.state === 'refused') {
      undo();
      throw new CommandError(
        `The new version is not in use: ${result.reason} Version ${version} is in use, with its data.`,
      );
    }
  } finally {
    supervisor.destroy();
  }
  print(`The site runs the new version. ${installed.startHint}`);
  return true;
}
