import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../../db/client.ts';
import { listMediaFiles } from '../../db/repositories/media.ts';
import { copyDatabaseInto, readSchemaVersion, readTableCounts } from '../../db/snapshot.ts';
import { syncFolder } from '../media/files.ts';
import { describeFile, MANIFEST, packFiles, shareFile, syncFile } from '../packed-files.ts';
import { removeLeftovers } from './leftovers.ts';
import { type BackupManifest, canBeBackedUp, DATABASE_FILE } from './manifest.ts';

/** Folders of the data folder that go along: images and product files, and the key of the sessions. */
const folders = ['uploads', 'secrets'];

export interface Backup {
  /** Absolute path of the archive. */
  file: string;
  bytes: number;
  manifest: BackupManifest;
}

/** There is nothing to back up, or no place to put it; the message is a sentence. */
export class BackupRefused extends Error {}

/**
 * Writes database, uploads and secrets into one archive, while the site goes on writing: the
 * database is copied as it is at one instant, and the files it names never change once they are
 * there. Only the owner of the process may read the archive.
 * @param now milliseconds UTC
 * @throws BackupRefused; errors of the disk
 */
export async function createBackup(
  dataFolder: string,
  now: number,
  target = path.join(dataFolder, 'backups'),
): Promise<Backup> {
  if (!existsSync(path.join(dataFolder, DATABASE_FILE))) {
    throw new BackupRefused(
      `There is no database in ${dataFolder}, so there is nothing to back up.`,
    );
  }
  mkdirSync(target, { recursive: true });
  removeLeftovers(dataFolder, '.backup-', now);
  const file = freeName(target, now);
  const staging = path.join(dataFolder, `.backup-${process.pid}-${now}`);
  const temporary = path.join(target, `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    mkdirSync(staging, { mode: 0o700 });
    const manifest = await stage(dataFolder, staging, now);
    const names = [MANIFEST, ...manifest.files.map((entry) => entry.name)];
    await packFiles(staging, names, temporary);
    await syncFile(temporary);
    await rename(temporary, file);
    await syncFolder(target);
    return { file, bytes: statSync(file).size, manifest };
  } finally {
    rmSync(staging, { recursive: true, force: true });
    rmSync(temporary, { force: true });
  }
}

/** `2026-11-21T04-30-00Z.tar.gz`; a second one in the same second gets a number. */
function freeName(folder: string, now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${stamp}Z.tar.gz` : `${stamp}Z-${number}.tar.gz`;
    if (!existsSync(path.join(folder, name))) return path.join(folder, name);
  }
}

/** Lays out what the archive gets. Database first: the files it names are then certainly there. */
async function stage(dataFolder: string, staging: string, now: number): Promise<BackupManifest> {
  const copy = path.join(staging, DATABASE_FILE);
  copyDatabaseInto(path.join(dataFolder, DATABASE_FILE), copy);
  const database = openDatabase(copy, { readonly: true });
  let manifest: BackupManifest;
  let media: string[];
  try {
    media = listMediaFiles(database.query);
    manifest = {
      format: 1,
      createdAt: new Date(now).toISOString(),
      schemaVersion: readSchemaVersion(database),
      counts: readTableCounts(database),
      missing: [],
      files: [],
    };
  } finally {
    database.close();
  }
  const names = [
    DATABASE_FILE,
    ...folders.flatMap((folder) => shareFolder(dataFolder, staging, folder)),
  ];
  manifest.missing = media.filter((name) => !names.includes(`uploads/${name}`)).sort();
  for (const name of names) manifest.files.push(await describeFile(staging, name));
  writeFileSync(path.join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Temporary files begin with a dot and stay behind; so does what is no plain file. */
function shareFolder(dataFolder: string, staging: string, folder: string): string[] {
  const from = path.join(dataFolder, folder);
  if (!existsSync(from)) return [];
  const names: string[] = [];
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(dataFolder, file).split(path.sep).join('/');
    if (!entry.isFile() || !canBeBackedUp(name)) continue;
    mkdirSync(path.dirname(path.join(staging, name)), { recursive: true, mode: 0o700 });
    if (shareFile(file, path.join(staging, name))) names.push(name);
  }
  return names.sort();
}
