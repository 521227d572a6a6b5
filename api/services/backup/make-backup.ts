import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Config } from '../../config.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { ensureSiteId, readSiteId } from '../../db/hot/bucket-objects.ts';
import { claimLease, releaseLease } from '../../db/hot/jobs.ts';
import { settingOf } from '../../db/hot/site.ts';
import { replaceFile } from '../../files.ts';
import { type BucketOptions, openBucket } from '../../integrations/storage/bucket.ts';
import { claimStorage } from '../../integrations/storage/bucket-owner.ts';
import { StorageError } from '../../integrations/storage/storage-error.ts';
import {
  backoffAfter,
  createLeaseOwner,
  hasOwnerExited,
  storageBackoff,
} from '../../queue/queue.ts';
import { stageContent } from '../content/archive-content.ts';
import { readFreeBytes } from '../status/disk-space.ts';
import { openRemoteUploads } from '../storage/upload-bucket.ts';
import {
  backupPrefixOf,
  describeFile,
  MANIFEST,
  packFiles,
  removeLeftovers,
} from '../tar-archive.ts';
import {
  assertFreeSpace,
  assertHasDatabase,
  BackupError,
  coreBytes,
  DATABASE_FILE,
  findMissing,
  listDataFiles,
  type SingleManifest,
  stageDatabase,
  stageFolder,
} from './backup-contents.ts';
import { type BackupStore, createBucketStore, createFolderStore } from './backup-store.ts';
import { encryptFile } from './encryption.ts';
import { createSharedBackup, type SharedBackup, tryRestore } from './shared-backup.ts';

interface Backup {
  /** Absolute path of the archive. */
  file: string;
  bytes: number;
  manifest: SingleManifest;
}

/** Maximum duration of a backup, in milliseconds; another one may start afterwards. */
const LEASE_MS = 6 * HOUR_MS;
const LEASE = 'backup';

const FOLDER = 'backups';

/** Configuration that backups depend on. */
export type BackupConfig = Pick<Config, 'dataFolder' | 'contentFolder' | 'backupKey' | 'storage'>;

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
 * Creates a backup in the store of the site, one at a time over all processes.
 * @throws BackupError with a message for the user; errors of the disk
 */
export async function storeBackup(config: BackupConfig, now: number): Promise<SharedBackup> {
  const { dataFolder, contentFolder, backupKey, storage } = config;
  assertHasDatabase(dataFolder);
  using database = openDatabase(path.join(dataFolder, DATABASE_FILE));
  const holder = createLeaseOwner();
  const lease = { name: LEASE, holder, now, until: now + LEASE_MS, ended: hasOwnerExited };
  if (!(await database.write(() => claimLease(database, lease)))) {
    throw new BackupError('Another backup is running. Please try again when it has ended.');
  }
  try {
    const zone = settingOf(database, 'timezone');
    return await createSharedBackup(dataFolder, openBackupStore(config), {
      now,
      key: backupKey,
      zone,
      contentFolder,
      remote: openRemoteUploads(config, database),
      ...(storage && { claimStore: () => claimStoreOf(database, storage, now) }),
    });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new BackupError(error.message, { cause: error });
  } finally {
    await database.write(() => releaseLease(database, LEASE, holder));
  }
}

/** Marks the store as that of this site, in the database that is backed up too. @throws StorageError */
async function claimStoreOf(
  database: Database,
  storage: BucketOptions,
  now: number,
): Promise<void> {
  await database.write(() => ensureSiteId(database, now));
  const pauseAfter = (attempts: number) => backoffAfter(attempts, storageBackoff);
  await claimStorage(openBucket(storage, { pauseAfter }), readSiteId(database));
}

/**
 * Writes database, uploads, secrets and the owner's content into one archive that only the owner can read,
 * without stopping the site.
 * The database is copied as a snapshot; files that it refers to are immutable. The archive is restored on trial.
 * @param now milliseconds UTC
 * @param options.contentFolder folder of the owner's files; by default that in the data folder
 * @param options.key age recipient or passphrase to encrypt the archive to
 * @param options.storage bucket of uploads that are not on the disk
 * @param options.freeBytes returns the free bytes on the disk of a folder
 * @throws BackupError; errors of the disk
 */
export async function createBackupFile(
  dataFolder: string,
  now: number,
  target = path.join(dataFolder, 'backups'),
  {
    key = null,
    contentFolder = path.join(dataFolder, 'content'),
    storage = null,
    freeBytes = readFreeBytes,
  }: {
    key?: string | null;
    contentFolder?: string;
    storage?: Config['storage'];
    freeBytes?: (folder: string) => Promise<number>;
  } = {},
): Promise<Backup> {
  assertHasDatabase(dataFolder);
  mkdirSync(target, { recursive: true });
  removeLeftovers(dataFolder, '.backup-', now);
  const archive = measureArchive({ dataFolder, contentFolder, storage });
  // The copies or the trial restore, and an archive that is not encrypted yet.
  const inDataFolder = archive * (key === null ? 1 : 2);
  const isSameDisk = statSync(target).dev === statSync(dataFolder).dev;
  await assertFreeSpace(dataFolder, inDataFolder + (isSameDisk ? archive : 0), freeBytes);
  if (!isSameDisk) await assertFreeSpace(target, archive, freeBytes);
  const file = findFreeName(target, now, key === null ? '.tar.gz' : '.tar.gz.age');
  const staging = path.join(dataFolder, backupPrefixOf(process.pid) + now);
  try {
    mkdirSync(staging, { mode: 0o700 });
    const manifest = await stageFiles({ dataFolder, contentFolder, storage }, staging, now);
    const names = [MANIFEST, ...manifest.files.map((entry) => entry.name)];
    await replaceFile(file, async (temporary) => {
      const plain = key === null ? temporary : path.join(staging, 'plain.tar.gz');
      await packFiles(staging, names, plain);
      await tryRestore(plain, staging);
      if (key !== null) await encryptFile(key, plain, temporary);
    });
    return { file, bytes: statSync(file).size, manifest };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Returns the bytes of an archive if nothing can be compressed. */
function measureArchive({
  dataFolder,
  contentFolder,
  storage,
}: Pick<Config, 'dataFolder' | 'contentFolder' | 'storage'>) {
  using database = openDatabase(path.join(dataFolder, DATABASE_FILE), { readonly: true });
  const remote = openRemoteUploads({ dataFolder, storage }, database)?.list() ?? [];
  const local = listDataFiles(dataFolder, 'uploads').map(
    (name) => statSync(path.join(dataFolder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return [...local, ...remote.map(({ bytes }) => bytes)].reduce(
    (sum, bytes) => sum + bytes,
    coreBytes(dataFolder, contentFolder),
  );
}

/** Returns a name such as `2026-11-21T04-30-00Z.tar.gz`, with a number if it exists. */
function findFreeName(folder: string, now: number, extension: string): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  for (let number = 1; ; number += 1) {
    const name = `${stamp}Z${number === 1 ? '' : `-${number}`}${extension}`;
    if (!existsSync(path.join(folder, name))) return path.join(folder, name);
  }
}

/** Collects the files of the archive, the database first, so that its files exist. */
async function stageFiles(
  { dataFolder, contentFolder, storage }: Pick<Config, 'dataFolder' | 'contentFolder' | 'storage'>,
  staging: string,
  now: number,
): Promise<SingleManifest> {
  const { facts, media } = stageDatabase(dataFolder, staging, now);
  const names = [
    DATABASE_FILE,
    ...stageFolder(dataFolder, staging, 'uploads'),
    ...(await stageRemoteUploads({ dataFolder, storage }, staging)),
    ...stageFolder(dataFolder, staging, 'secrets'),
    ...stageContent(contentFolder, staging),
  ];
  const files = [];
  for (const name of names) files.push(await describeFile(staging, name));
  const manifest: SingleManifest = {
    format: 1,
    ...facts,
    missing: findMissing(media, names),
    files,
  };
  writeFileSync(path.join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/**
 * Downloads the uploads that only the bucket has.
 * @returns their names
 * @throws BackupError
 */
async function stageRemoteUploads(
  config: Pick<Config, 'dataFolder' | 'storage'>,
  staging: string,
): Promise<string[]> {
  if (config.storage === null) return [];
  try {
    using database = openDatabase(path.join(config.dataFolder, DATABASE_FILE), { readonly: true });
    const remote = openRemoteUploads(config, database);
    const names: string[] = [];
    for (const { name } of remote?.list() ?? []) {
      const file = `uploads/${name}`;
      if (existsSync(path.join(staging, file))) continue;
      await remote?.fetch(name, path.join(staging, file));
      names.push(file);
    }
    return names;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new BackupError(error.message, { cause: error });
  }
}
