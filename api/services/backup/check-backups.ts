import type { CheckResult } from '#contracts/ready.ts';
import type { AppContext } from '../../context.ts';
import { getBackupStatus } from './backup-status.ts';

const DAY_MS = 86_400_000;
/** Age in milliseconds from which on the last good backup is too old. */
const BACKUP_AGE_MAX_MS = 2 * DAY_MS;

/** Checks that backups are made and succeed. A new site waits for its first night. */
export function checkBackups(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
): CheckResult {
  const { isOn, isRunning, nextAt, lastGood, failure } = getBackupStatus(context);
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'backup', state, msg });
  if (!isOn) {
    return result(
      'warning',
      'Nightly backups are off. Turn them on under /admin/settings, or run make backup regularly.',
    );
  }
  const now = context.clock();
  // Without a good backup, the time of the first one counts.
  const since = lastGood?.endedAt ?? nextAt;
  const isOld = since !== null && now - Date.parse(since) > BACKUP_AGE_MAX_MS;
  if (failure !== null) {
    const advice = 'Correct the cause, then start a backup under /admin/jobs.';
    const isFailed = isOld || lastGood === null;
    return result(isFailed ? 'failed' : 'warning', `The last backup failed: ${failure} ${advice}`);
  }
  if (isRunning) return result('ok', 'A backup is running.');
  if (isOld) {
    const days = Math.floor((now - Date.parse(since)) / DAY_MS);
    const found = lastGood
      ? `The last good backup is ${days} days old`
      : `The first backup is ${days} days late`;
    const advice = 'Look at /admin/jobs and at the log of the server.';
    return result('failed', `${found}, although nightly backups are on. ${advice}`);
  }
  if (lastGood) return result('ok', `The last good backup was made at ${lastGood.endedAt}.`);
  if (nextAt === null) return result('ok', 'The first backup is being scheduled.');
  return result('ok', `The first backup is scheduled for ${nextAt}.`);
}
