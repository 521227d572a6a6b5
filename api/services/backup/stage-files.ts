import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../db/client.ts';
import { listMediaFiles } from '../../db/repositories/media.ts';
import { copyDatabaseInto, readSchemaVersion, readTableCounts } from '../../db/snapshot.ts';
import { linkOrCopyFile } from '../tar-archive.ts';
import { type BackupManifest, canBeBackedUp, DATABASE_FILE } from './backup-manifest.ts';

/** The backup cannot be created; the message is for the user. */
export class BackupError extends Error {}

/** Part of a manifest that describes the database. */
type DatabaseFacts = Pick<BackupManifest, 'createdAt' | 'schemaVersion' | 'counts'>;

/** @throws BackupError */
export function assertHasDatabase(dataFolder: string): void {
  if (existsSync(path.join(dataFolder, DATABASE_FILE))) return;
  throw new BackupError(`There is no database in ${dataFolder}, so there is nothing to back up.`);
}

/**
 * Copies the database as a snapshot. Call it before reading uploads, so that the files of all rows
 * exist.
 * @returns facts for the manifest, and the names of media files
 */
export function stageDatabase(
  dataFolder: string,
  staging: string,
  now: number,
): { facts: DatabaseFacts; media: string[] } {
  const copy = path.join(staging, DATABASE_FILE);
  copyDatabaseInto(path.join(dataFolder, DATABASE_FILE), copy);
  const database = openDatabase(copy, { readonly: true });
  try {
    return {
      media: listMediaFiles(database.query),
      facts: {
        createdAt: new Date(now).toISOString(),
        schemaVersion: readSchemaVersion(database),
        counts: readTableCounts(database),
      },
    };
  } finally {
    database.close();
  }
}

/** Lists the files of a folder, except temporary files, which begin with a dot. */
export function listFiles(dataFolder: string, folder: string): string[] {
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
  return listFiles(dataFolder, folder).filter((name) => {
    mkdirSync(path.dirname(path.join(staging, name)), { recursive: true, mode: 0o700 });
    return linkOrCopyFile(path.join(dataFolder, name), path.join(staging, name));
  });
}

/** Returns the names of media files that are not among the uploads. */
export function findMissing(media: string[], names: string[]): string[] {
  const present = new Set(names);
  return media.filter((name) => !present.has(`uploads/${name}`)).sort();
}
