import { dayAt, instantsOf } from '#contracts/zoned-time.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import {
  deleteBackupRun,
  findLastNightlyStart,
  findWaitingRun,
  insertBackupRun,
  updateBackupRun,
} from '../../db/repositories/backup-runs.ts';

const DAY_MS = 86_400_000;
/** Hours after the chosen one that are tried on a day whose clocks skip it. */
const SKIPPED_HOURS = 3;

/** Returns the first instant after a time at which clocks of a zone show an hour, once per day. */
export function findNextNight(after: number, zone: string, hour: number): number {
  for (let time = after - DAY_MS; ; time += DAY_MS / 2) {
    const at = startOfHour(dayAt(time, zone), zone, hour);
    if (at > after) return at;
  }
}

function startOfHour(day: string, zone: string, hour: number): number {
  for (let later = 0; later < SKIPPED_HOURS; later += 1) {
    const clock = `${day}T${String((hour + later) % 24).padStart(2, '0')}:00`;
    const [first] = instantsOf(clock, zone);
    if (first !== undefined) return first;
  }
  return Number.NEGATIVE_INFINITY;
}

type ScheduleContext = Pick<AppContext, 'database' | 'clock'>;

/**
 * Updates the scheduled backup after a change of settings. An overdue one, after the machine was
 * off, is unchanged and runs immediately.
 */
export async function planNightlyBackup({ database, clock }: ScheduleContext): Promise<void> {
  const now = clock();
  const isOn = settingOf(database, 'nightly-backups');
  const waiting = findWaitingRun(database.query, false);
  if (waiting ? isOn && (waiting.runAt <= now || waiting.attempts > 0) : !isOn) return;
  const at = nextNightly({ database, clock });
  if (isOn && waiting?.runAt === at) return;
  await database.write((transaction) => {
    const found = findWaitingRun(transaction, false);
    if (!found) {
      if (isOn) insertBackupRun(transaction, { requested: false, runAt: at });
    } else if (isOn) updateBackupRun(transaction, found.id, { runAt: at });
    else deleteBackupRun(transaction, found.id);
  });
}

function nextNightly({ database, clock }: ScheduleContext): number {
  const now = clock();
  const last = findLastNightlyStart(database.query);
  // A clock that was set back by an hour does not repeat a night; a start in a far future is an error.
  const after = last !== null && last > now && last < now + DAY_MS ? last : now;
  return findNextNight(after, settingOf(database, 'timezone'), settingOf(database, 'backup-hour'));
}
