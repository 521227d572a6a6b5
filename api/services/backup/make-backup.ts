import path from 'node:path';
import type { Config } from '../../config.ts';
import { openDatabase } from '../../db/client.ts';
import { holdLease, releaseLease } from '../../db/hot/leases.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { createLeaseOwner, hasOwnerExited } from '../../queue/lease-owner.ts';
import { DATABASE_FILE } from './backup-manifest.ts';
import { type BackupStore, createFolderStore } from './backup-store.ts';
import { createSharedBackup, type SharedBackup } from './shared-backup.ts';
import { assertHasDatabase, BackupError } from './stage-files.ts';

/** Maximum duration of a backup, in milliseconds; another one may start afterwards. */
const LEASE_MS = 6 * 3_600_000;
const LEASE = 'backup';

/** Returns the store of the backups of a site. */
export function openBackupStore({ dataFolder }: Pick<Config, 'dataFolder'>): BackupStore {
  return createFolderStore(path.join(dataFolder, 'backups'));
}

/**
 * Creates a backup in the store of the site, one at a time over all processes.
 * @throws BackupError with a message for the user; errors of the disk and of the store
 */
export async function makeBackup(
  config: Pick<Config, 'dataFolder' | 'backupKey'>,
  now: number,
): Promise<SharedBackup> {
  const { dataFolder, backupKey } = config;
  assertHasDatabase(dataFolder);
  const database = openDatabase(path.join(dataFolder, DATABASE_FILE));
  const holder = createLeaseOwner();
  const lease = { name: LEASE, holder, now, until: now + LEASE_MS, ended: hasOwnerExited };
  try {
    if (!(await database.write(() => holdLease(database, lease)))) {
      throw new BackupError('Another backup is running. Please try again when it has ended.');
    }
    try {
      const zone = settingOf(database, 'timezone');
      return await createSharedBackup(dataFolder, openBackupStore(config), {
        now,
        key: backupKey,
        zone,
      });
    } finally {
      await database.write(() => releaseLease(database, LEASE, holder));
    }
  } finally {
    database.close();
  }
}
