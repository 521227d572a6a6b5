import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../database.ts';
import { backupRuns, textGenerationDays as days, settings } from '../schema/site.ts';

/** Returns the value of a key, or undefined. */
export function readSetting(query: Queryable, key: string): unknown {
  return query.select({ value: settings.value }).from(settings).where(eq(settings.key, key)).get()
    ?.value;
}

/** Returns the last change of each changed setting. */
export function listSettingTimes(query: Queryable): Map<string, number> {
  const rows = query.select({ key: settings.key, at: settings.updatedAt }).from(settings).all();
  return new Map(rows.map(({ key, at }) => [key, at]));
}

export function upsertSetting(query: Queryable, key: string, value: unknown, now: number): void {
  query
    .insert(settings)
    .values({ key, value, updatedAt: now })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`excluded.value`, updatedAt: now },
    })
    .run();
}

/** Usage of the text generation service. */
interface Spent {
  calls: number;
  tokens: number;
}

/** Returns the usage of a day; days are numbered since 1970 in UTC. */
export function readSpent(query: Queryable, day: number): Spent {
  const row = query
    .select({ calls: days.calls, tokens: days.tokens })
    .from(days)
    .where(eq(days.day, day))
    .get();
  return row ?? { calls: 0, tokens: 0 };
}

/** Adds to the usage of a day; negative numbers return an unused reservation. */
export function addSpent(query: Queryable, day: number, { calls, tokens }: Spent): void {
  query
    .insert(days)
    .values({ day, calls, tokens })
    .onConflictDoUpdate({
      target: days.day,
      set: {
        calls: sql`${days.calls} + ${calls}`,
        tokens: sql`max(0, ${days.tokens} + ${tokens})`,
      },
    })
    .run();
}

/** Backup that waits, runs or has ended. Times are milliseconds UTC. */
export type BackupRun = typeof backupRuns.$inferSelect;

export function findBackupRun(query: Queryable, id: number): BackupRun | undefined {
  return query.select().from(backupRuns).where(eq(backupRuns.id, id)).get();
}

/** Returns the waiting backup of the schedule, or the one that an admin requested. */
export function findWaitingRun(
  query: Queryable,
  trigger: 'schedule' | 'admin',
): BackupRun | undefined {
  return query
    .select()
    .from(backupRuns)
    .where(and(eq(backupRuns.state, 'waiting'), eq(backupRuns.requested, trigger === 'admin')))
    .get();
}

/** Returns the last backup in one of some states. */
export function findLastRun(query: Queryable, states: BackupRun['state'][]): BackupRun | undefined {
  return query
    .select()
    .from(backupRuns)
    .where(inArray(backupRuns.state, states))
    .orderBy(desc(backupRuns.endedAt), desc(backupRuns.id))
    .limit(1)
    .get();
}

/** Returns when a backup of the schedule was started last, or null. */
export function findLastNightlyStart(query: Queryable): number | null {
  const run = query
    .select({ startedAt: backupRuns.startedAt })
    .from(backupRuns)
    .where(and(eq(backupRuns.requested, false), isNotNull(backupRuns.startedAt)))
    .orderBy(desc(backupRuns.id))
    .limit(1)
    .get();
  return run?.startedAt ?? null;
}

/** Adds a waiting backup, unless one of its kind waits or runs. */
export function insertBackupRun(
  query: Queryable,
  run: Pick<BackupRun, 'requested' | 'runAt'>,
): void {
  query.insert(backupRuns).values(run).onConflictDoNothing().run();
}

/** Records a backup that a command has made. */
export function recordBackup(
  query: Queryable,
  backup: { startedAt: number; endedAt: number; file: string; bytes: number },
): void {
  const { startedAt, endedAt, file, bytes } = backup;
  const run = { requested: true, state: 'done', runAt: startedAt, attempts: 1 } as const;
  query
    .insert(backupRuns)
    .values({ ...run, startedAt, endedAt, file, bytes })
    .run();
}

export function updateBackupRun(
  query: Queryable,
  id: number,
  changes: Partial<Pick<BackupRun, 'runAt' | 'startedAt' | 'endedAt' | 'file' | 'bytes' | 'error'>>,
): void {
  query.update(backupRuns).set(changes).where(eq(backupRuns.id, id)).run();
}

export function deleteBackupRun(query: Queryable, id: number): void {
  query.delete(backupRuns).where(eq(backupRuns.id, id)).run();
}
