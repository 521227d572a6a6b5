import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { fileSize } from '#contracts/file-size.ts';
import { openDatabase } from '../../db/database.ts';
import { listMediaFiles } from '../../db/repositories/media.ts';
import {
  adoptDatabase,
  copyDatabaseInto,
  countRowsOfFile,
  DamagedDatabaseError,
  readSchemaVersion,
  readTableCounts,
} from '../../db/snapshot.ts';
import { contentBytes } from '../content/archive-content.ts';
import { DISK_BYTES_MIN, readFreeBytes } from '../status/disk-space.ts';
import { archivedFile, linkOrCopyIfExists, unpackFiles } from '../tar-archive.ts';

/** Name of the database file, in the data folder and in backups. */
export const DATABASE_FILE = 'site.db';

const backupFile = archivedFile(
  /^(?:site\.db|(?:uploads|secrets)(?:\/[\w][\w.-]*)+|content(?:\/(?!\.)[^/\\\p{Cc}]+)+)$/u,
);

/** Files of a backup whose uploads are stored once for all backups. */
const coreFile = archivedFile(
  /^(?:site\.db|secrets(?:\/[\w][\w.-]*)+|content(?:\/(?!\.)[^/\\\p{Cc}]+)+)$/u,
);

/** Name of an upload in the store: hash of its content, encrypted or not. */
const objectName = z.string().regex(/^objects\/[0-9a-f]{2}\/[0-9a-f]{64}(?:\.age)?$/);

const manifestFields = {
  createdAt: z.iso.datetime(),
  schemaVersion: z.int().min(1),
  counts: z.strictObject({
    articles: z.int(),
    users: z.int(),
    media: z.int(),
  }),
  /** Files that the database names and the data folder did not have. */
  missing: z.array(z.string()),
};

/** Backup in one file. */
const singleManifest = z.strictObject({
  format: z.literal(1),
  ...manifestFields,
  files: z.array(backupFile),
});

/** Backup whose uploads are beside it in the store. */
const sharedManifest = z.strictObject({
  format: z.literal(2),
  ...manifestFields,
  files: z.array(coreFile),
  uploads: z.array(archivedFile(/^uploads(?:\/[\w][\w.-]*)+$/).extend({ object: objectName })),
});

const backupManifest = z.discriminatedUnion('format', [singleManifest, sharedManifest]);

export type BackupManifest = z.infer<typeof backupManifest>;

export type SingleManifest = z.infer<typeof singleManifest>;

export type SharedManifest = z.infer<typeof sharedManifest>;

export type StoredUpload = SharedManifest['uploads'][number];

/** Public facts about a stored backup, in a file beside it that needs no key. */
export const backupInfo = z.strictObject({
  file: z.string(),
  createdAt: z.iso.datetime(),
  bytes: z.int(),
  /** Checksum of the file as it is stored. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  isEncrypted: z.boolean(),
  /** Uploads of the backup in the store; those that no backup names are deleted. */
  objects: z.array(objectName),
});

export type BackupInfo = z.infer<typeof backupInfo>;

/** The backup cannot be created; the message is for the user. */
export class BackupError extends Error {}

/** Part of a manifest that describes the database. */
type DatabaseFacts = Pick<BackupManifest, 'createdAt' | 'schemaVersion' | 'counts'>;

/** @throws BackupError */
export function assertHasDatabase(dataFolder: string): void {
  if (existsSync(path.join(dataFolder, DATABASE_FILE))) return;
  throw new BackupError(`There is no database in ${dataFolder}, so there is nothing to back up.`);
}

/** @throws BackupError if the disk of a folder would have too little space left for the site */
export async function assertFreeSpace(
  folder: string,
  bytes: number,
  freeBytes: (folder: string) => Promise<number> = readFreeBytes,
): Promise<void> {
  const free = await freeBytes(folder);
  if (free >= bytes + DISK_BYTES_MIN) return;
  throw new BackupError(
    `The backup needs ${fileSize(bytes + DISK_BYTES_MIN, Math.ceil)} of free disk space, and ${fileSize(free, Math.floor)} are free. Delete files or enlarge the disk.`,
  );
}

/** Returns the bytes that the copies of the database and of the owner's content take. */
export function coreBytes(dataFolder: string, contentFolder: string): number {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const file = path.join(dataFolder, DATABASE_FILE);
  return sizeOf(file) + sizeOf(`${file}-wal`) + contentBytes(contentFolder);
}

/**
 * Copies the database as a snapshot. Call it before reading uploads, so that the files of all rows exist.
 * @returns facts for the manifest, and the names of media files
 */
export function stageDatabase(
  dataFolder: string,
  staging: string,
  now: number,
): { facts: DatabaseFacts; media: string[] } {
  const copy = path.join(staging, DATABASE_FILE);
  copyDatabaseInto(path.join(dataFolder, DATABASE_FILE), copy);
  using database = openDatabase(copy, { readonly: true });
  return {
    media: listMediaFiles(database.query),
    facts: {
      createdAt: new Date(now).toISOString(),
      schemaVersion: readSchemaVersion(database),
      counts: readTableCounts(database.query),
    },
  };
}

/** Lists the files of a folder, except temporary files, which begin with a dot. */
export function listDataFiles(dataFolder: string, folder: string): string[] {
  const from = path.join(dataFolder, folder);
  if (!existsSync(from)) return [];
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataFolder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter(canBeBackedUp)
    .sort();
}

/** Links the files of a folder into the staging folder. @returns names of those that still exist */
export function stageFolder(dataFolder: string, staging: string, folder: string): string[] {
  return listDataFiles(dataFolder, folder).filter((name) => {
    mkdirSync(path.dirname(path.join(staging, name)), { recursive: true, mode: 0o700 });
    return linkOrCopyIfExists(path.join(dataFolder, name), path.join(staging, name));
  });
}

/** Returns the names of media files that are not among the uploads. */
export function findMissing(media: string[], names: string[]): string[] {
  const present = new Set(names);
  return media.filter((name) => !present.has(`uploads/${name}`)).sort();
}

/**
 * Unpacks the archive of a backup into an empty folder and checks it: hashes, database, schema
 * version, numbers of rows. Uploads that are stored beside the archive are not fetched.
 * @throws InvalidTarArchiveError, DamagedDatabaseError or UnsupportedDatabaseError with a message for the user
 */
export async function unpackBackup(archive: string, folder: string): Promise<BackupManifest> {
  const manifest = await unpackFiles(archive, folder, {
    what: 'backup',
    parse: (text) => backupManifest.parse(JSON.parse(text)),
  });
  const file = path.join(folder, DATABASE_FILE);
  adoptDatabase(file, 'backup');
  assertCounts(file, manifest);
  mkdirSync(path.join(folder, 'uploads'), { recursive: true });
  const secrets = path.join(folder, 'secrets');
  if (existsSync(secrets)) chmodSync(secrets, 0o700);
  return manifest;
}

function assertCounts(file: string, { counts }: BackupManifest): void {
  const found = countRowsOfFile(file);
  const tables = Object.keys(found) as (keyof typeof found)[];
  if (tables.every((table) => counts[table] === found[table])) return;
  throw new DamagedDatabaseError('The database has other rows than the manifest says.');
}

/** True if a file name of the data folder is allowed in a backup. */
function canBeBackedUp(fileName: string): boolean {
  return backupFile.shape.name.safeParse(fileName).success;
}
