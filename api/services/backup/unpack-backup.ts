import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { adoptDatabase, countRows, DatabaseDamaged } from '../../db/snapshot.ts';
import { unpackFiles } from '../tar-archive.ts';
import { type BackupManifest, backupManifest, DATABASE_FILE } from './backup-manifest.ts';

/**
 * Unpacks the archive of a backup into an empty folder and checks it: hashes, database, schema
 * version, numbers of rows. Uploads that are stored beside the archive are not fetched.
 * @throws InvalidTarArchiveError, DatabaseDamaged or UnsupportedDatabase with a message for the user
 */
export async function unpackBackup(archive: string, folder: string): Promise<BackupManifest> {
  const manifest = await unpackFiles(archive, folder, {
    what: 'backup',
    parse: (text) => backupManifest.parse(JSON.parse(text)),
  });
  const file = path.join(folder, DATABASE_FILE);
  adoptDatabase(file);
  assertCounts(file, manifest);
  mkdirSync(path.join(folder, 'uploads'), { recursive: true });
  const secrets = path.join(folder, 'secrets');
  if (existsSync(secrets)) chmodSync(secrets, 0o700);
  return manifest;
}

function assertCounts(file: string, { counts }: BackupManifest): void {
  const found = countRows(file);
  const tables = Object.keys(found) as (keyof typeof found)[];
  if (tables.every((table) => counts[table] === found[table])) return;
  throw new DatabaseDamaged('The database has other rows than the manifest says.');
}
