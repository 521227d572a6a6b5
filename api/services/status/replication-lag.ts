import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MINUTE_MS } from '#contracts/durations.ts';
import type { CheckResult } from '#contracts/status.ts';
import type { AppContext } from '../../context.ts';
import { type PendingCopies, readPendingCopies } from '../../integrations/litestream.ts';
import { isProcessAlive } from '../../queue/queue.ts';

/** Milliseconds for which changes may wait before the admins are notified. */
export const REPLICATION_LATE_MS = 5 * MINUTE_MS;

/**
 * Returns the file with the process group id of Litestream. Its time is the last one at which all changes were copied,
 * or that of the start of Litestream.
 */
export const replicationPidFile = (dataFolder: string) => path.join(dataFolder, '.litestream.pid');

/** Returns the process group id of Litestream, or null while it does not run. */
export function readReplicationPid(dataFolder: string): number | null {
  const file = replicationPidFile(dataFolder);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null;
}

/**
 * Creates a function that returns since when a change of a database waits for its copy, or null.
 * Call it often: it compares what was written at one call with what is copied at a later one.
 * @param databaseFile path of the database
 */
export function createLagMeter(databaseFile: string): (now: number) => number | null {
  let waiting: { since: number; writtenAt: number; until: PendingCopies | null } | null = null;
  return (now) => {
    const writtenAt = statSync(`${databaseFile}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const copies = readPendingCopies(databaseFile);
    if (waiting === null || isCopied(waiting, copies)) {
      waiting = { since: now, writtenAt, until: copies };
    }
    return isCopied(waiting, copies) ? null : waiting.since;
  };
}

function isCopied(
  { writtenAt, until }: { writtenAt: number; until: PendingCopies | null },
  copies: PendingCopies | null,
): boolean {
  if (copies === null || copies.readAt < writtenAt) return false;
  // A new generation begins with a copy of the whole database.
  return until?.generation !== copies.generation || copies.first >= until.last - 1;
}

/** Checks that the changes of a running server are copied. @returns null without LITESTREAM_URL */
export function checkReplicationLag({
  config,
  clock,
}: Pick<AppContext, 'config' | 'clock'>): CheckResult | null {
  const name = 'replication';
  if (config.litestream === null) return null;
  const pid = readReplicationPid(config.dataFolder);
  if (pid === null || !isProcessAlive(pid)) {
    const advice = 'The log of the server shows the reason. Restart it.';
    return { name, state: 'failed', msg: `Litestream is not running. ${advice}` };
  }
  const file = replicationPidFile(config.dataFolder);
  const lateMs = clock() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? clock());
  if (lateMs <= REPLICATION_LATE_MS) {
    return { name, state: 'ok', msg: 'Litestream is running, and changes are copied.' };
  }
  const minutes = Math.floor(lateMs / MINUTE_MS);
  const advice =
    'Check the target of LITESTREAM_URL and the log of the server, then restart the server.';
  const msg = `Litestream has not copied all changes for ${minutes} minutes. ${advice}`;
  return { name, state: 'failed', msg };
}
