import type { BackupStatus } from '#contracts/backup.ts';
import { iso } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { type BackupRun, findLastRun, findWaitingRun } from '../../db/repositories/backup-runs.ts';
import { openBackupStore } from './make-backup.ts';

/** Returns the state of the backups, for admins and monitoring. Reads the database only. */
export function getBackupStatus({
  config,
  database,
}: Pick<AppContext, 'config' | 'database'>): BackupStatus {
  const { query } = database;
  const store = openBackupStore(config);
  const running = findLastRun(query, ['running']);
  const requested = findWaitingRun(query, true);
  const planned = findWaitingRun(query, false);
  const good = findLastRun(query, ['done']);
  const last = findLastRun(query, ['done', 'failed']);
  const retried = [requested, planned].find((run) => run !== undefined && run.attempts > 0);
  return {
    isOn: settingOf(database, 'nightly-backups'),
    // Clients learn no path of the server.
    location: store.isRemote ? store.location : 'DATA_DIR/backups',
    isEncrypted: config.backupKey !== null,
    isRunning: running !== undefined,
    nextAt: iso((requested ?? planned)?.runAt),
    lastGood: good ? describe(good) : null,
    failure: retried?.error ?? (last?.state === 'failed' ? last.error : null),
  };
}

const describe = ({ file, bytes, endedAt }: BackupRun) => ({
  file: file ?? '',
  bytes: bytes ?? 0,
  endedAt: new Date(endedAt ?? 0).toISOString(),
});
