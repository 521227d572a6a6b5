import '../start/private-files.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
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
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { z } from 'zod';
import { systemClock } from '../clock.ts';
import { ConfigInvalid, readConfig } from '../config.ts';
import { copyDatabaseInto } from '../db/snapshot.ts';
import { makeBackup } from '../services/backup/make-backup.ts';
import { BackupError } from '../services/backup/stage-files.ts';
import { requireSpace } from '../start/check.mjs';
import {
  connectToSupervisor,
  pointLink,
  requestSwitch,
  type SwitchRequest,
} from '../supervisor/switch-request.ts';
import { version } from '../version.ts';
import { namedArgument } from './named-argument.ts';
import { CommandRefused, runCommand } from './run-command.ts';

const MB = 1_048_576;
/** Bytes that a package takes for each byte of its file. */
const UNPACKED = 4;
const TRIAL_PREFIX = '.upgrade-trial-';
/** Milliseconds that a migration may take while requests wait. */
const MIGRATION_MAX_MS = 15_000;

const trialResult = z.object({ migrations: z.number(), migrationMs: z.number() });
const ownRoot = path.resolve(import.meta.dirname, '..', '..');
/** Folder of all versions, with the link to the one in use. */
const versionsFolder = path.dirname(ownRoot);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * `personal-site upgrade FILE=….tar.gz`: backs up, installs the package beside this version, tries it on a copy of the data,
 * and lets the running site switch to it. After a failure, the version and the data from before are in use.
 */
await runCommand(
  async () => {
    const file = namedArgument('FILE');
    if (file === undefined)
      throw new CommandRefused('Name the package: FILE=personal-site-….tar.gz');
    const { dataFolder } = readConfig();
    const databaseFile = path.join(dataFolder, 'site.db');
    if (!existsSync(databaseFile))
      throw new CommandRefused(`There is no site in ${dataFolder} yet.`);
    if (!existsSync(file)) throw new CommandRefused(`There is no file ${file}.`);
    await compareHash(file);
    removeLeftovers(dataFolder);
    requireSpace('The package', versionsFolder, statSync(file).size * UNPACKED);
    requireSpace(
      'DATA_DIR',
      dataFolder,
      3 * statSync(databaseFile).size + sizeOfRelease(dataFolder) + 64 * MB,
    );

    const backup = await makeBackup(readConfig(), systemClock());
    say(`Backed up: ${backup.info.file}`);
    const root = await unpack(file);
    let isInUse = false;
    try {
      say(`Installed: ${root}`);
      const { migrations, migrationMs } = tryVersion(root, dataFolder);
      say(`Tried on a copy of the data: ${migrations} migrations, pages and API answer.`);
      const link = findLink();
      if (await switchSite({ root, migrates: migrations > 0, link }, dataFolder, migrationMs)) {
        say('The site runs the new version.');
      } else {
        if (link !== null) pointLink(link, root);
        say('The site is not running: start it.');
      }
      isInUse = true;
      if (link === null) say(`From now on, start it with ${path.join(root, 'personal-site')}.`);
    } finally {
      if (!isInUse) rmSync(root, { recursive: true, force: true });
    }
  },
  BackupError,
  ConfigInvalid,
);

/** Compares a package with the hash beside it, if there is one. */
async function compareHash(file: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const found = hash.digest('hex');
  const beside = `${file}.sha256`;
  if (!existsSync(beside)) {
    say(`SHA-256 of the package, compare it: ${found}`);
    return;
  }
  if (readFileSync(beside, 'utf8').split(/\s/)[0] !== found) {
    throw new CommandRefused(`${file} is damaged: its hash is not the one in ${beside}.`);
  }
}

/** Removes what an upgrade left that was killed. */
function removeLeftovers(dataFolder: string): void {
  for (const folder of [dataFolder, versionsFolder]) {
    for (const name of readdirSync(folder)) {
      if (name.startsWith(TRIAL_PREFIX)) rmSync(path.join(folder, name), { recursive: true });
    }
  }
}

function sizeOfRelease(dataFolder: string): number {
  const live = path.join(dataFolder, 'live');
  if (!existsSync(live)) return 0;
  return readdirSync(realpathSync(live), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/**
 * Unpacks a package beside this version.
 * @returns its folder
 */
async function unpack(file: string): Promise<string> {
  const staging = mkdtempSync(path.join(versionsFolder, TRIAL_PREFIX));
  try {
    await extract({ file, cwd: staging, strict: true });
    const [name = '', ...others] = readdirSync(staging);
    if (others.length > 0 || !existsSync(path.join(staging, name, 'api', 'server.ts'))) {
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

/**
 * Starts a version on a copy of the data, which is removed afterwards.
 * @throws CommandRefused with its last messages if it fails
 */
function tryVersion(root: string, dataFolder: string): z.infer<typeof trialResult> {
  const trial = mkdtempSync(path.join(dataFolder, TRIAL_PREFIX));
  try {
    copyDatabaseInto(path.join(dataFolder, 'site.db'), path.join(trial, 'site.db'));
    cpSync(path.join(dataFolder, 'secrets'), path.join(trial, 'secrets'), { recursive: true });
    mkdirSync(path.join(dataFolder, 'uploads'), { recursive: true });
    symlinkSync(path.join(dataFolder, 'uploads'), path.join(trial, 'uploads'));
    const bin = path.join(root, 'node_modules', '.bin');
    const { status, stdout, stderr } = spawnSync(
      path.join(bin, 'node'),
      [path.join(root, 'api', 'commands', 'try-start.ts')],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
          DATA_DIR: trial,
          BUILD_DIR: path.join(root, 'dist'),
          LOG_LEVEL: 'warn',
        },
      },
    );
    if (status !== 0) {
      const messages = `${stdout}${stderr}`.trim().slice(-2000);
      throw new CommandRefused(
        `The new version fails on a copy of the data. Version ${version} is still in use.\n${messages}`,
      );
    }
    return trialResult.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

/**
 * Lets the running site switch to a version.
 * @returns false if it is not running
 * @throws CommandRefused if the version before is still or again in use
 */
async function switchSite(
  request: SwitchRequest,
  dataFolder: string,
  migrationMs: number,
): Promise<boolean> {
  const supervisor = await connectToSupervisor(dataFolder);
  if (supervisor === null) return false;
  try {
    if (migrationMs > MIGRATION_MAX_MS) {
      throw new CommandRefused(
        `The migration takes ${Math.ceil(migrationMs / 1000)} s, too long to let requests wait. Stop the site, then upgrade again.`,
      );
    }
    const result = await requestSwitch(supervisor, request);
    if (result.state === 'switched') return true;
    throw new CommandRefused(
      `The new version is not in use: ${result.reason} Version ${version} is in use, with its data.`,
    );
  } finally {
    supervisor.destroy();
  }
}

/** Returns the link beside this version that leads to the version in use, or null. */
function findLink(): string | null {
  const link = path.join(versionsFolder, 'current');
  return existsSync(link) && realpathSync(link) !== link ? link : null;
}
