import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import { dayAt, instantsOf } from '#contracts/zoned-time.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { settingOf } from '../../db/hot/site.ts';
import {
  type BackupRun,
  deleteBackupRun,
  findBackupRun,
  findLastNightlyStart,
  findWaitingRun,
  insertBackupRun,
  updateBackupRun,
} from '../../db/repositories/site.ts';
import {
  type Backoff,
  backoffAfter,
  claimLeased,
  endAttempt,
  hasDue,
  type LeasedClaim,
  listAbandoned,
  purge,
} from '../../queue/queue.ts';
import { backupQueue } from '../../queue/queues.ts';
import { type Problem, reportProblem } from '../problems/report-problem.ts';

/** Hours after the chosen one that are tried on a day whose clocks skip it. */
const SKIPPED_HOURS = 3;

type ScheduleContext = Pick<AppContext, 'database' | 'clock'>;

/** Attempts at a backup before it counts as failed. */
const ATTEMPTS_MAX = 3;
const backupBackoff: Backoff = { firstMs: 300_000, maxMs: HOUR_MS };
/** Maximum duration of a backup, in milliseconds. */
const LEASE_MS = 6 * HOUR_MS;
/** Milliseconds for which ended backups are listed. */
const RETENTION_MS = 90 * DAY_MS;

type RunContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Result of a backup, as the process that makes it reports it. */
export type BackupOutcome = { file: string; bytes: number } | { error: string };

/**
 * Creates the next due backup, and emails the admins after the last failed attempt.
 * @param run creates a backup; it does not throw
 * @returns the run as it is afterwards, or null if none is due
 */
export async function runNextBackup(
  context: RunContext,
  { leaseOwner, run }: { leaseOwner: string; run: () => Promise<BackupOutcome> },
): Promise<BackupRun | null> {
  const { database, clock } = context;
  if (!hasDue(database, backupQueue, clock())) return null;
  const claim = await database.write((transaction) => {
    const now = clock();
    const request = { owner: leaseOwner, now, until: now + LEASE_MS };
    const [claimed] = claimLeased(database, backupQueue, request);
    if (claimed) updateBackupRun(transaction, claimed.id, { startedAt: now });
    return claimed;
  });
  if (!claim) return null;
  const outcome = await run();
  await database.write((transaction) => storeOutcome(context, transaction, claim, outcome));
  return findBackupRun(database.query, claim.id) ?? null;
}

function storeOutcome(
  context: RunContext,
  transaction: Queryable,
  claim: LeasedClaim,
  outcome: BackupOutcome,
): void {
  const { database, clock } = context;
  const now = clock();
  if (!('error' in outcome)) {
    if (!endAttempt(database, backupQueue, claim, { state: 'done' })) return;
    updateBackupRun(transaction, claim.id, { ...outcome, error: null, endedAt: now });
    return;
  }
  const { error } = outcome;
  if (claim.attempts < ATTEMPTS_MAX) {
    const nextAttemptAt = now + backoffAfter(claim.attempts, backupBackoff);
    if (!endAttempt(database, backupQueue, claim, { state: 'waiting', nextAttemptAt })) return;
    updateBackupRun(transaction, claim.id, { error });
    return;
  }
  if (!endAttempt(database, backupQueue, claim, { state: 'failed' })) return;
  updateBackupRun(transaction, claim.id, { error, endedAt: now });
  reportProblem(context, transaction, 'backup', describeFailure(error));
}

const describeFailure = (error: string): Problem => ({
  subject: 'The backup failed',
  title: 'The backup of your site failed',
  paragraphs: [
    `The server tried ${ATTEMPTS_MAX} times. The last reason:`,
    'Earlier backups are not affected. Correct the cause, then start a backup on the page below.',
  ],
  quote: error,
  page: { label: 'See the backups', path: '/admin/jobs' },
});

/** Plans the next night, returns backups of ended processes to the queue, and purges old ones. */
export async function maintainBackupRuns(
  context: RunContext,
  hasExited: (owner: string) => boolean,
): Promise<void> {
  const { database, clock } = context;
  await planNightlyBackup(context);
  const now = clock();
  if (listAbandoned(database, backupQueue, { now, hasExited }).length > 0) {
    const error = 'The server was stopped during the backup.';
    await database.write((transaction) => {
      for (const claim of listAbandoned(database, backupQueue, { now, hasExited })) {
        storeOutcome(context, transaction, claim, { error });
      }
    });
  }
}

/** Deletes old entries of the list. */
export async function purgeBackupRuns({ database, clock }: RunContext): Promise<void> {
  await database.write(() => purge(database, backupQueue, clock() - RETENTION_MS));
}

/** Adds a backup that runs at once, unless one waits or runs already. */
export async function requestBackup({ database, clock }: RunContext): Promise<void> {
  await database.write((transaction) =>
    insertBackupRun(transaction, { requested: true, runAt: clock() }),
  );
}

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

/**
 * Updates the scheduled backup after a change of settings. An overdue one, after the machine was
 * off, is unchanged and runs immediately.
 */
async function planNightlyBackup({ database, clock }: ScheduleContext): Promise<void> {
  const now = clock();
  const isOn = settingOf(database, 'nightly-backups');
  const waiting = findWaitingRun(database.query, 'schedule');
  if (waiting ? isOn && (waiting.runAt <= now || waiting.attempts > 0) : !isOn) return;
  const at = nextNightly({ database, clock });
  if (isOn && waiting?.runAt === at) return;
  await database.write((transaction) => {
    const found = findWaitingRun(transaction, 'schedule');
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
