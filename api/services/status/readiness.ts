import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CheckResult } from '#contracts/status.ts';
import type { AppContext } from '../../context.ts';
import { findLease } from '../../db/hot/jobs.ts';
import { countReleases, findFailedRelease } from '../../db/repositories/jobs.ts';
import { findLastRun, writeSetting } from '../../db/repositories/site.ts';
import { hasOwnerExited } from '../../queue/lease-owner.ts';
import { checkBackups } from '../backup/backup-status.ts';
import { openKeyring } from '../secrets.ts';
import { checkBucketCopies } from './bucket-copies.ts';
import { checkDisk, readDiskSpace } from './disk-space.ts';
import { checkQueues, readQueues } from './queue-states.ts';

/** Milliseconds for which a publisher may be late with renewing its lease, while it renders. */
const PUBLISHER_LATE_MS = 30_000;
/** Characters of the ID of an installation. */
const INSTANCE_LENGTH = 16;

/** Returns an opaque ID of the installation in a data folder. */
export const instanceOf = (dataFolder: string): string =>
  openKeyring(dataFolder)('instance').toString('hex').slice(0, INSTANCE_LENGTH);

/** True if there are pages to serve. */
export function hasLiveRelease({ publisher }: Pick<AppContext, 'publisher'>): boolean {
  const folder = publisher.liveFolder();
  return folder !== null && existsSync(path.join(folder, 'index.html'));
}

type ReadinessContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

/** Checks everything that the site needs to serve readers and to do its work. */
export const checkReadiness = async (context: ReadinessContext): Promise<CheckResult[]> => [
  await checkDatabase(context),
  ...(await checkState(context)),
];

/** Checks the same except whether the database can be written. Changes nothing. */
export async function checkState(context: ReadinessContext): Promise<CheckResult[]> {
  const { config, database, clock } = context;
  const results = await Promise.all([
    attemptCheck('release', () => checkRelease(context)),
    attemptCheck('publisher', () => checkPublisher(context)),
    attemptCheck('disk', async () => checkDisk(await readDiskSpace(config.dataFolder))),
    attemptCheck('queues', () => checkQueues(database, clock())),
    attemptCheck('backup', () => checkBackups(context)),
    attemptCheck('bucket-copies', () => checkBucketCopies(context)),
  ]);
  return results.filter((result) => result !== null);
}

/** Stores a row, because a full or read-only disk shows only then. */
async function checkDatabase({ database, clock }: ReadinessContext): Promise<CheckResult> {
  const name = 'database';
  try {
    const now = clock();
    await database.write((transaction) => writeSetting(transaction, 'ready_check', now, now));
    return { name, state: 'ok', msg: 'The database can be written.' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = 'Check that the disk is neither full nor read-only, then restart the server.';
    return { name, state: 'failed', msg: `Nothing can be stored (${reason}). ${advice}` };
  }
}

function checkRelease(context: ReadinessContext): CheckResult {
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'release', state, msg });
  const failed = findFailedRelease(context.database);
  const reason = failed === null ? '' : ` The newest one failed: ${failed.error ?? 'see the log.'}`;
  if (!hasLiveRelease(context)) {
    const advice = 'Correct the cause that the log of the server shows, then restart the server.';
    return result('failed', `No release is live.${reason} ${advice}`);
  }
  if (failed === null) return result('ok', 'A release is live.');
  const msg = `Readers see an older release.${reason} Correct the cause, then restart the server.`;
  return result('warning', msg);
}

/** Checks that a process renders pages, this one or another on the same data folder. */
export function checkPublisher({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): CheckResult {
  const lease = findLease(database, 'publisher');
  const isHeld =
    lease !== null &&
    lease.heldUntil + PUBLISHER_LATE_MS > clock() &&
    !hasOwnerExited(lease.holder);
  if (isHeld) return { name: 'publisher', state: 'ok', msg: 'The publisher is running.' };
  const msg = 'The publisher is not running. Restart the server, and look at its log.';
  return { name: 'publisher', state: 'failed', msg };
}

/** Runs a check, and reports an exception such as that of a damaged database as its failure. */
export async function attemptCheck<Result extends CheckResult | null>(
  name: string,
  check: () => Result | Promise<Result>,
): Promise<Result | CheckResult> {
  try {
    return await check();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, state: 'failed', msg: `This could not be checked (${reason}). See the log.` };
  }
}

/** Returns the figures that monitoring follows. */
export async function readSiteMetrics(context: Pick<AppContext, 'config' | 'database' | 'clock'>) {
  const { config, database } = context;
  const now = context.clock();
  const lastBackupAt = findLastRun(database.query, ['done'])?.endedAt ?? null;
  const queues = [...readQueues(database)].map(([kind, { waiting, oldestAt }]) => ({
    kind,
    waiting,
    /** Milliseconds for which the oldest job has been due. */
    lateMs: oldestAt === null ? 0 : Math.max(0, now - oldestAt),
  }));
  return {
    queues,
    releases: countReleases(database),
    isPublisherRunning: checkPublisher(context).state === 'ok',
    backupAgeMs: lastBackupAt === null ? null : now - lastBackupAt,
    disk: await readDiskSpace(config.dataFolder),
  };
}
