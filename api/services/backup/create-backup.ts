import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { stageContent } from '../content/archive-content.ts';
import { syncFolder } from '../media/media-files.ts';
import { describeFile, MANIFEST, packFiles, syncFile } from '../tar-archive.ts';
import { DATABASE_FILE, type SingleManifest } from './backup-manifest.ts';
import { encryptFile } from './encryption.ts';
import { removeLeftovers } from './remove-leftovers.ts';
import { assertHasDatabase, findMissing, stageDatabase, stageFolder } from './stage-files.ts';

export interface Backup {
  /** Absolute path of the archive. */
  file: string;
  bytes: number;
  manifest: SingleManifest;
}

/**
 * Writes database, uploads, secrets and the owner's files into one archive that only the owner can read, without
 * stopping the site.
 * The database is copied as a snapshot; files that it refers to are immutable.
 * @param now milliseconds UTC
 * @param options.contentFolder folder of the owner's files; by default that in the data folder
 * @param options.key age recipient or passphrase to encrypt the archive to
 * @throws BackupError; errors of the disk
 */
export async function createBackup(
  dataFolder: string,
  now: number,
  target = path.join(dataFolder, 'backups'),
  {
    key = null,
    contentFolder = path.join(dataFolder, 'content'),
  }: { key?: string | null; contentFolder?: string } = {},
): Promise<Backup> {
  assertHasDatabase(dataFolder);
  mkdirSync(target, { recursive: true });
  removeLeftovers(dataFolder, '.backup-', now);
  const file = findFreeName(target, now, key === null ? '.tar.gz' : '.tar.gz.age');
  const staging = path.join(dataFolder, `.backup-${process.pid}-${now}`);
  const temporary = path.join(target, `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    mkdirSync(staging, { mode: 0o700 });
    const manifest = await stageFiles({ dataFolder, contentFolder }, staging, now);
    const names = [MANIFEST, ...manifest.files.map((entry) => entry.name)];
    if (key === null) await packFiles(staging, names, temporary);
    else {
      const plain = path.join(staging, 'plain.tar.gz');
      await packFiles(staging, names, plain);
      await encryptFile(key, plain, temporary);
    }
    await syncFile(temporary);
    await rename(temporary, file);
    await syncFolder(target);
    return { file, bytes: statSync(file).size, manifest };
  } finally {
    rmSync(staging, { recursive: true, force: true });
    rmSync(temporary, { force: true });
  }
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
  { dataFolder, contentFolder }: { dataFolder: string; contentFolder: string },
  staging: string,
  now: number,
): Promise<SingleManifest> {
  const { facts, media } = stageDatabase(dataFolder, staging, now);
  const names = [
    DATABASE_FILE,
    ...stageFolder(dataFolder, staging, 'uploads'),
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
