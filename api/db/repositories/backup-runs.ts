import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { backupRuns } from '../schema/site.ts';

/** Backup that waits, runs or has ended. Times are milliseconds UTC. */
export type BackupRun = typeof backupRuns.$inferSelect;

export function findBackupRun(query: Queryable, id: number): BackupRun | undefined {
  return query.select().from(backupRuns).where(eq(backupRuns.id, id)).get();
}

/** Returns the waiting backup of the schedule, or the one that an admin requested. */
export function findWaitingRun(query: Queryable, requested: boolean): BackupRun | undefined {
  return query
    .select()
    .from(backupRuns)
    .where(and(eq(backupRuns.state, 'waiting'), eq(backupRuns.requested, requested)))
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
