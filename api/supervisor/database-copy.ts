import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SUPERVISED, SwitchFailedError } from './server-process.ts';

const POLL_EVERY_MS = 20;

/** Files of the database. The copy of the first one says that the copy is complete: it is made last and removed first. */
const files = ['site.db', 'site.db-wal'];

const copyOf = (dataFolder: string, name: string) =>
  path.join(dataFolder, `.before-upgrade.${name}`);

function sync(file: string, flags: string): void {
  const opened = openSync(file, flags);
  fsyncSync(opened);
  closeSync(opened);
}

const pidFile = (dataFolder: string) => path.join(dataFolder, '.before-upgrade.pid');

/** Exit code of database-lock.ts if another process has the database open. */
export const DATABASE_IN_USE = 75;

/**
 * Locks a database that has a write-ahead log. Litestream or a killed server leaves one; otherwise the last process
 * that has the database open removes it.
 * @returns a function that frees it
 * @throws SwitchFailedError if a process has the database open, or if the lock cannot be tried
 */
async function lockDatabase(file: string): Promise<() => Promise<void>> {
  const program = new URL('./database-lock.ts', import.meta.url);
  const child = fork(program, [file]);
  const ended: Promise<unknown> = once(child, 'exit').then(
    ([code]) => code,
    (error: Error) => error.message,
  );
  const locked = once(child, 'message').then(
    () => 'locked',
    (error: Error) => error.message,
  );
  const result = await Promise.race([locked, ended]);
  if (result === DATABASE_IN_USE) {
    throw new SwitchFailedError(
      'Another process has the database open. End it, and upgrade again.',
    );
  }
  if (result !== 'locked') {
    throw new SwitchFailedError(
      `The supervisor cannot lock the database: a program of the version that the site was started from is missing or failed, ${fileURLToPath(program)}. Restart the site, and upgrade again.`,
    );
  }
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}

/**
 * Copies a database that no process has open, before it is migrated.
 * @param pid of the process that will migrate it
 * @throws SwitchFailedError if a process has the database open; errors of the disk
 */
export async function copyDatabase(dataFolder: string, pid: number | undefined): Promise<void> {
  const hasLog = existsSync(path.join(dataFolder, 'site.db-wal'));
  const unlock = hasLog ? await lockDatabase(path.join(dataFolder, 'site.db')) : null;
  try {
    writeFileSync(pidFile(dataFolder), `${pid}`);
    for (const name of files.toReversed()) {
      const file = path.join(dataFolder, name);
      if (!existsSync(file)) continue;
      const copy = copyOf(dataFolder, name);
      // Meanwhile, connections have to be accepted.
      await copyFile(file, `${copy}.tmp`, constants.COPYFILE_FICLONE);
      sync(`${copy}.tmp`, 'r+');
      renameSync(`${copy}.tmp`, copy);
    }
    sync(dataFolder, 'r');
  } finally {
    await unlock?.();
  }
}

/** True while a switch can still return to the database from before it, or after an interrupted one. */
export const hasCopy = (dataFolder: string) => existsSync(copyOf(dataFolder, 'site.db'));

/**
 * Completes a switch that was interrupted before the new version was in use: ends its process, if it is still there,
 * and restores the database.
 */
export async function recoverSwitch(dataFolder: string): Promise<void> {
  if (hasCopy(dataFolder)) {
    const pid = readFileSync(pidFile(dataFolder), 'utf8');
    // Only Linux has this file. Elsewhere, the process notices that its supervisor has ended.
    const commandLine = `/proc/${pid}/cmdline`;
    const isRunning = () =>
      existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(SUPERVISED);
    if (isRunning()) process.kill(Number(pid), 'SIGKILL');
    while (isRunning()) await pause(POLL_EVERY_MS);
  }
  restoreDatabase(dataFolder);
}

/**
 * Puts the copy in the place of the database, if there is a complete one, and removes it. Takes no space of the disk,
 * and can be repeated after an interruption.
 */
export function restoreDatabase(dataFolder: string): void {
  if (hasCopy(dataFolder)) {
    rmSync(path.join(dataFolder, 'site.db-shm'), { force: true });
    for (const name of files.toReversed()) {
      const file = path.join(dataFolder, name);
      const copy = copyOf(dataFolder, name);
      if (!existsSync(copy)) {
        rmSync(file, { force: true });
        continue;
      }
      rmSync(`${copy}.tmp`, { force: true });
      linkSync(copy, `${copy}.tmp`);
      renameSync(`${copy}.tmp`, file);
    }
    sync(dataFolder, 'r');
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
  rmSync(pidFile(dataFolder), { force: true });
  sync(dataFolder, 'r');
}
