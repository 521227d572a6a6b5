import { DAY_MS } from '#contracts/durations.ts';
import type { BackupStatus, CheckResult } from '#contracts/status.ts';
import { type AppContext, iso } from '../../context.ts';
import { settingOf } from '../../db/hot/site.ts';
import { type BackupRun, findLastRun, findWaitingRun } from '../../db/repositories/site.ts';
import { commandLine } from '../../installation.ts';
import { openBackupStore } from './make-backup.ts';

/** Age in milliseconds from which on the last good backup is too old. */
const BACKUP_AGE_MAX_MS = 2 * DAY_MS;

type StatusContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Returns the state of the backups, for admins and monitoring. Reads the database only. */
export function getBackupStatus({
  config,
  database,
}: Pick<AppContext, 'config' | 'database'>): BackupStatus {
  const { query } = database;
  const store = openBackupStore(config);
  const running = findLastRun(query, ['running']);
  const requested = findWaitingRun(query, 'admin');
  const scheduled = findWaitingRun(query, 'schedule');
  const good = findLastRun(query, ['done']);
  const last = findLastRun(query, ['done', 'failed']);
  const retried = [requested, scheduled].find((run) => run !== undefined && run.attempts > 0);
  return {
    isOn: settingOf(database, 'nightly-backups'),
    // Clients learn no path of the server.
    location: store.isRemote ? store.location : 'DATA_DIR/backups',
    isEncrypted: config.backupKey !== null,
    isRunning: running !== undefined,
    nextAt: iso((requested ?? scheduled)?.runAt),
    lastGood: good ? describeBackup(good) : null,
    failure: retried?.error ?? (last?.state === 'failed' ? last.error : null),
  };
}

const describeBackup = ({ file, bytes, endedAt }: BackupRun) => ({
  file: file ?? '',
  bytes: bytes ?? 0,
  endedAt: new Date(endedAt ?? 0).toISOString(),
});

/** Returns a sentence if the last good backup of the nightly ones is too old, or null. */
export function findOldBackup(context: StatusContext): string | null {
  const { isOn, isRunning, nextAt, lastGood } = getBackupStatus(context);
  // Without a good backup, the time of the first one counts.
  const since = lastGood?.endedAt ?? nextAt;
  if (!isOn || isRunning || since === null) return null;
  const age = context.clock() - Date.parse(since);
  if (age <= BACKUP_AGE_MAX_MS) return null;
  const days = Math.floor(age / DAY_MS);
  return lastGood
    ? `The last good backup is ${days} days old, although nightly backups are on.`
    : `The first backup is ${days} days late, although nightly backups are on.`;
}

/** Checks that backups are made and succeed. A new site waits for its first night. */
export function checkBackups(context: StatusContext): CheckResult {
  const { isOn, isRunning, nextAt, lastGood, failure } = getBackupStatus(context);
  const { backupKey, storage } = context.config;
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'backup', state, msg });
  if (storage !== null && backupKey === null) {
    const advice = 'Set BACKUP_KEY to a passphrase or an age recipient.';
    const state = isOn ? 'failed' : 'warning';
    return result(state, `Backups in a bucket must be encrypted, so none is made. ${advice}`);
  }
  if (!isOn) {
    const isRecent =
      lastGood !== null && context.clock() - Date.parse(lastGood.endedAt) <= BACKUP_AGE_MAX_MS;
    if (isRecent && failure === null) {
      return result('ok', `A backup was made at ${lastGood.endedAt}; nightly backups are off.`);
    }
    const advice = `Turn them on under /admin/settings, or run ${commandLine('backup')} regularly.`;
    return result('warning', `Nightly backups are off. ${advice}`);
  }
  const old = findOldBackup(context);
  if (failure !== null) {
    const advice = 'Correct the cause, then start a backup under /admin/jobs.';
    const isFailed = old !== null || lastGood === null;
    return result(
      isFailed ? 'failed' : 'warning',
      `The last backup failed: ${failure.replace(/\.$/, '')}. ${advice}`,
    );
  }
  if (isRunning) return result('ok', 'A backup is running.');
  if (old) return result('failed', `${old} Look at /admin/jobs and at the log of the server.`);
  if (lastGood) return result('ok', `The last good backup was made at ${lastGood.endedAt}.`);
  if (nextAt === null) return result('ok', 'The first backup is being scheduled.');
  return result('ok', `The first backup is scheduled for ${nextAt}.`);
}
