import path from 'node:path';
import type { Config } from '../../config.ts';
import { openDatabase } from '../../db/client.ts';
import { holdLease, releaseLease } from '../../db/repositories/leases.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import type { BucketOptions } from '../../integrations/storage/bucket.ts';
import { StorageError } from '../../integrations/storage/storage-error.ts';
import { createLeaseOwner, hasOwnerExited } from '../../queue/lease-owner.ts';
import { DATABASE_FILE } from './backup-manifest.ts';
import { type BackupStore, createBucketStore, createFolderStore } from './backup-store.ts';
import { createSharedBackup, type SharedBackup } from './shared-backup.ts';
import { assertHasDatabase, BackupError } from './stage-files.ts';

/** Maximum duration of a backup, in milliseconds; another one may start afterwards. */
const LEASE_MS = 6 * 3_600_000;
const LEASE = 'backup';

const FOLDER = 'backups';

/** Configuration that backups depend on. */
export type BackupConfig = Pick<Config, 'dataFolder' | 'backupKey' | 'storage'>;

/** Returns the store of the backups of a site. */
export function openBackupStore({
  dataFolder,
  storage,
}: Pick<BackupConfig, 'dataFolder' | 'storage'>): BackupStore {
  if (storage !== null) return createBucketStore(backupsOf(storage));
  return createFolderStore(path.join(dataFolder, FOLDER));
}

const backupsOf = (storage: BucketOptions) => ({
  ...storage,
  prefix: `${storage.prefix}${FOLDER}/`,
});

/**
 * Makes a backup in the store of the site, in whatever process; only one at a time.
 * @throws BackupError with a message for the user; errors of the disk
 */
export async function makeBackup(config: BackupConfig, now: number): Promise<SharedBackup> {
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
        ...{ now, key: backupKey, zone },
      });
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      throw new BackupError(error.message, { cause: error });
    } finally {
      await database.write(() => releaseLease(database, LEASE, holder));
    }
  } finally {
    database.close();
  }
}
