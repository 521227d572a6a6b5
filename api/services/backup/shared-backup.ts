import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { DAY_MS } from '#contracts/durations.ts';
import { dayAt } from '#contracts/zoned-time.ts';
import { UnsupportedDatabaseError } from '../../db/migrate.ts';
import { DamagedDatabaseError } from '../../db/snapshot.ts';
import { hashFile } from '../../files.ts';
import { stageContent } from '../content/archive-content.ts';
import { readFreeBytes } from '../status/disk-space.ts';
import type { RemoteUploads } from '../storage/upload-bucket.ts';
import {
  backupPrefixOf,
  describeFile,
  InvalidTarArchiveError,
  MANIFEST,
  packFiles,
  removeLeftovers,
} from '../tar-archive.ts';
import {
  assertFreeSpace,
  assertHasDatabase,
  BackupError,
  type BackupInfo,
  backupInfo,
  coreBytes,
  DATABASE_FILE,
  findMissing,
  type SharedManifest,
  stageDatabase,
  stageFolder,
  unpackBackup,
} from './backup-contents.ts';
import { assertStored, type BackupStore, OBJECTS, storeUploads } from './backup-store.ts';
import { encryptFile, openUploadKey } from './encryption.ts';

/** Numbers of days, weeks and months whose newest backup is kept. */
const RETENTION = { days: 7, weeks: 4, months: 12 };

/** Start of the names of backups whose uploads are beside them. */
const PREFIX = 'site-';
const infoNameOf = (file: string) => `${file}.json`;

export interface SharedBackupOptions {
  /** Milliseconds UTC. */
  now: number;
  /** Age recipient or passphrase, or null to store everything as it is. */
  key: string | null;
  /** Time zone of the owner, for the rotation. */
  zone: string;
  /** Uploads that are not on the disk. */
  remote?: RemoteUploads | null;
  /** Folder of the owner's files; by default that in the data folder. */
  contentFolder?: string;
  /** Called before the first write to the store. @throws StorageError if it belongs to another site */
  claimStore?: () => Promise<void>;
  /** Returns the free bytes on the disk of a folder. */
  freeBytes?: (folder: string) => Promise<number>;
}

export interface SharedBackup {
  info: BackupInfo;
  manifest: SharedManifest;
  /** Uploads that were not in the store before. */
  added: number;
  /** Backups that the rotation deleted. */
  deleted: string[];
}

/**
 * Stores a backup: a small file with database, keys and the owner's content, and each upload once for all backups.
 * Checks it by a trial restore and by reading it back, then deletes backups that are no longer needed.
 * @throws BackupError with a message for the user; errors of the disk and of the store
 */
export async function createSharedBackup(
  dataFolder: string,
  store: BackupStore,
  {
    now,
    key,
    zone,
    remote = null,
    contentFolder = path.join(dataFolder, 'content'),
    claimStore,
    freeBytes = readFreeBytes,
  }: SharedBackupOptions,
): Promise<SharedBackup> {
  assertHasDatabase(dataFolder);
  if (store.isRemote && key === null) {
    throw new BackupError(
      `Backups in ${store.location} must be encrypted: set BACKUP_KEY to a passphrase or an age recipient.`,
    );
  }
  removeLeftovers(dataFolder, '.backup-', now);
  // The copies of database and content with their archive, or the archive with its trial restore or encrypted copy.
  const bytesOfArchive = 2 * coreBytes(dataFolder, contentFolder);
  await assertFreeSpace(dataFolder, bytesOfArchive, freeBytes);
  await claimStore?.();
  const staging = path.join(dataFolder, backupPrefixOf(process.pid) + now);
  mkdirSync(staging, { mode: 0o700 });
  try {
    const uploadKey = key === null ? null : await openUploadKey(dataFolder);
    const { facts, media } = stageDatabase(dataFolder, staging, now);
    const { uploads, added, lost } = await storeUploads({
      dataFolder,
      remote,
      staging,
      store,
      now,
      // Encrypted uploads for a bucket are removed one by one, before the archive is made.
      assertFree: (bytes) =>
        assertFreeSpace(dataFolder, bytes + (store.isRemote ? 0 : bytesOfArchive), freeBytes),
      key: uploadKey,
    });
    const names = [
      DATABASE_FILE,
      ...stageFolder(dataFolder, staging, 'secrets'),
      ...stageContent(contentFolder, staging),
    ];
    const files = [];
    for (const name of names) files.push(await describeFile(staging, name));
    const missing = findMissing(
      media,
      uploads.map(({ name }) => name),
    );
    const manifest: SharedManifest = { format: 2, ...facts, missing, files, uploads };
    writeFileSync(path.join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    const archive = path.join(staging, 'backup.tar.gz');
    await packFiles(staging, [MANIFEST, ...names], archive);
    await tryRestore(archive, staging);
    const info = await storeArchive({ archive, staging, store, manifest, key });
    const deleted = await rotate(store, zone);
    if (lost.length > 0) throw new BackupError(describeLost(store, lost));
    return { info, manifest, added, deleted };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Restores an archive in the folder that it was made in, whose copies it replaces, because they take the same space.
 * @throws BackupError if the archive cannot be restored
 */
export async function tryRestore(archive: string, staging: string): Promise<void> {
  for (const name of [DATABASE_FILE, 'uploads', 'content']) {
    rmSync(path.join(staging, name), { recursive: true, force: true });
  }
  const folder = path.join(staging, 'trial');
  mkdirSync(folder, { mode: 0o700 });
  try {
    await unpackBackup(archive, folder);
  } catch (error) {
    const kinds = [InvalidTarArchiveError, DamagedDatabaseError, UnsupportedDatabaseError];
    if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) throw error;
    throw new BackupError(`The trial restore failed. ${error.message}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Encrypts the archive, stores it and reads it back; its information follows, so that it is complete. */
async function storeArchive({
  archive,
  staging,
  store,
  manifest,
  key,
}: {
  archive: string;
  staging: string;
  store: BackupStore;
  manifest: SharedManifest;
  key: string | null;
}): Promise<BackupInfo> {
  let sent = archive;
  if (key !== null) {
    sent = `${archive}.age`;
    await encryptFile(key, archive, sent);
  }
  const stamp = manifest.createdAt.slice(0, 23).replace(/[:.]/g, '-');
  const file = `${PREFIX}${stamp}Z${sent.slice(archive.length - '.tar.gz'.length)}`;
  const sha256 = await hashFile(sent);
  await store.put(file, sent);
  await assertStored(store, file, sha256);
  const info: BackupInfo = {
    file,
    createdAt: manifest.createdAt,
    bytes: statSync(sent).size,
    sha256,
    isEncrypted: key !== null,
    objects: [...new Set(manifest.uploads.map(({ object }) => object))].sort(),
  };
  const infoFile = path.join(staging, 'info.json');
  writeFileSync(infoFile, `${JSON.stringify(info)}\n`, { mode: 0o600 });
  await store.put(infoNameOf(file), infoFile);
  return info;
}

/** Reads the information of all complete backups of a store; ignores files that are damaged or of others. */
async function listBackups(store: BackupStore, names: string[]): Promise<BackupInfo[]> {
  const backups = [];
  for (const name of names) {
    if (!name.startsWith(PREFIX) || !name.endsWith('.json')) continue;
    const info = parseInfo(await text(await store.get(name)));
    if (info !== null && infoNameOf(info.file) === name) backups.push(info);
  }
  return backups;
}

function parseInfo(content: string): BackupInfo | null {
  try {
    return backupInfo.safeParse(JSON.parse(content)).data ?? null;
  } catch {
    return null;
  }
}

/** Deletes backups that are no longer needed, then uploads that no backup names. */
async function rotate(store: BackupStore, zone: string): Promise<string[]> {
  const names = (await store.list('')).map(({ name }) => name);
  const backups = await listBackups(store, names);
  const expired = findExpired(backups, zone);
  for (const { file } of expired) {
    // The file first: without its information it would keep all uploads.
    await store.delete(file);
    await store.delete(infoNameOf(file));
  }
  const retained = backups.filter((backup) => !expired.includes(backup));
  const backupFiles = new Set(backups.map(({ file }) => file));
  const isUnknown = (name: string) =>
    /^site-.+\.tar\.gz(?:\.age)?$/.test(name) && !backupFiles.has(name);
  if (!names.some(isUnknown)) {
    const needed = new Set(retained.flatMap(({ objects }) => objects));
    for (const name of names) {
      if (name.startsWith(OBJECTS) && !needed.has(name)) await store.delete(name);
    }
  }
  return expired.map(({ file }) => file);
}

const describeLost = (store: BackupStore, lost: string[]) =>
  `The new backup is complete, but ${lost.length} stored uploads of earlier backups in ${store.location} are damaged: ${lost.slice(0, 5).join(', ')}. Those backups cannot be restored; check the disk.`;

/** Returns the Monday of the week of a day, such as `2026-11-23`. */
function weekOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the backups that are no longer needed. @param zone time zone in which days, weeks and months begin */
export function findExpired<Backup extends { createdAt: string }>(
  backups: readonly Backup[],
  zone: string,
): Backup[] {
  const newestFirst = backups.toSorted(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  );
  const dayOf = ({ createdAt }: Backup) => dayAt(Date.parse(createdAt), zone);
  const newest = newestFirst.map(({ createdAt }) => Date.parse(createdAt)).at(0) ?? 0;
  const isRecent = ({ createdAt }: Backup) => Date.parse(createdAt) > newest - DAY_MS;
  const retained = new Set([
    // Someone who makes several backups in a day may need an earlier one.
    ...newestFirst.filter(isRecent),
    ...newestOfEach(newestFirst, dayOf, RETENTION.days),
    ...newestOfEach(newestFirst, (backup) => weekOf(dayOf(backup)), RETENTION.weeks),
    ...newestOfEach(newestFirst, (backup) => dayOf(backup).slice(0, 7), RETENTION.months),
  ]);
  return newestFirst.filter((backup) => !retained.has(backup));
}

function newestOfEach<Backup>(
  newestFirst: Backup[],
  periodOf: (backup: Backup) => string,
  limit: number,
): Backup[] {
  const newest = new Map<string, Backup>();
  for (const backup of newestFirst) {
    const period = periodOf(backup);
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()].slice(0, limit);
}
