import type { AppContext } from '../../context.ts';
import { findLastRun } from '../../db/repositories/backup-runs.ts';
import { countReleases } from '../../db/repositories/releases.ts';
import { readDiskSpace } from './disk-space.ts';
import { readQueues } from './queue-states.ts';
import { checkPublisher } from './readiness.ts';

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
