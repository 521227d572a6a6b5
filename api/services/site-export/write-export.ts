import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { avatarFiles } from '#contracts/avatar.ts';
import { type AppContext, iso } from '../../context.ts';
import { runReadTransaction } from '../../db/connection.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { findUploadObject } from '../../db/hot/bucket-objects.ts';
import { readArchivedRows } from '../../db/repositories/archive.ts';
import { type ArchivedTable, archivedTables } from '../../db/repositories/archive-tables.ts';
import { replaceFile } from '../../files.ts';
import { StorageError } from '../../integrations/storage/storage-error.ts';
import { stageContent } from '../content/archive-content.ts';
import { avatarsFolder, uploadsFolder } from '../media/media-files.ts';
import { productFilesFolder } from '../products/product-files.ts';
import { fetchObject, openUploadBucket } from '../storage/upload-bucket.ts';
import {
  describeFile,
  linkOrCopyIfExists,
  MANIFEST,
  packFiles,
  removeLeftovers,
} from '../tar-archive.ts';
import {
  dataFile,
  EXPORT_FORMAT,
  EXPORT_KIND,
  LineWriter,
  type SiteExportManifest,
} from './read-export.ts';

/** Rows after which the event loop handles other work. */
const ROWS_PER_TICK = 100;

type ArchiveContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

export interface WrittenExport {
  /** Absolute path. */
  file: string;
  bytes: number;
  manifest: SiteExportManifest;
}

/** The export cannot be written; the message is for the user. */
export class SiteExportError extends Error {}

/**
 * Writes all content of the site into one file in a documented format, without stopping the site.
 * All rows come from one snapshot; files are immutable. Contains email addresses, but no secrets.
 * @param target file that does not exist yet
 * @throws SiteExportError; errors of the disk
 */
export async function writeSiteExport(
  context: ArchiveContext,
  target: string,
): Promise<WrittenExport> {
  if (existsSync(target)) throw new SiteExportError(`${target} already exists.`);
  const { dataFolder } = context.config;
  const now = context.clock();
  removeLeftovers(dataFolder, '.export-', now);
  const staging = path.join(dataFolder, `.export-${process.pid}-${now}`);
  try {
    mkdirSync(staging, { mode: 0o700 });
    const manifest = await stageFiles(context, staging, now);
    const names = [MANIFEST, ...manifest.files.map(({ name }) => name)];
    await replaceFile(target, (temporary) => packFiles(staging, names, temporary));
    return { file: target, bytes: statSync(target).size, manifest };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function stageFiles(
  context: ArchiveContext,
  staging: string,
  now: number,
): Promise<SiteExportManifest> {
  for (const folder of ['data', 'media', 'avatars', 'product-files'])
    mkdirSync(path.join(staging, folder));
  const { config, database } = context;
  const manifest: SiteExportManifest = {
    kind: EXPORT_KIND,
    format: EXPORT_FORMAT,
    createdAt: iso(now),
    site: config.siteUrl,
    resources: [],
    missing: [],
    files: [],
  };
  const sources: [string, string][] = [];
  // A transaction on its own connection reads one snapshot.
  {
    using reader = openDatabase(database.raw.name, { readonly: true });
    await runReadTransaction(reader, async () => {
      for (const table of archivedTables) {
        const file = path.join(staging, dataFile(table.name));
        const rows = await writeRows(reader, table, file, (row) =>
          sources.push(...listFilesOfRow(config.dataFolder, table.name, row)),
        );
        manifest.resources.push({ name: table.name, rows });
      }
    });
  }
  const names = archivedTables.map(({ name }) => dataFile(name));
  for (const [name, source] of sources) {
    const target = path.join(staging, name);
    if (linkOrCopyIfExists(source, target) || (await fetchUpload(context, source, target))) {
      names.push(name);
    } else manifest.missing.push(name);
  }
  names.push(...stageContent(config.contentFolder, staging));
  for (const name of names) manifest.files.push(await describeFile(staging, name));
  writeFileSync(path.join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/**
 * Downloads an upload that only the bucket of STORAGE has.
 * @returns false if the bucket does not have it
 * @throws SiteExportError
 */
async function fetchUpload(
  { config, database }: ArchiveContext,
  source: string,
  target: string,
): Promise<boolean> {
  const name = path.relative(uploadsFolder(config.dataFolder), source);
  if (config.storage === null || !findUploadObject(database, name)) return false;
  try {
    await fetchObject(openUploadBucket(config.storage), name, target);
    return true;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new SiteExportError(error.message, { cause: error });
  }
}

/** @returns the number of rows */
async function writeRows(
  reader: Database,
  table: ArchivedTable,
  file: string,
  onRow: (row: Record<string, unknown>) => void,
): Promise<number> {
  using lines = new LineWriter(file);
  let count = 0;
  for (const row of readArchivedRows(reader, table)) {
    onRow(row);
    lines.write(JSON.stringify(row));
    count += 1;
    if (count % ROWS_PER_TICK === 0) await nextTurn();
  }
  return count;
}

/** Returns the files that a row refers to: name in the export and path on disk. */
function listFilesOfRow(
  dataFolder: string,
  resource: string,
  row: Record<string, unknown>,
): [string, string][] {
  if (resource === 'media') {
    const name = String(row.fileName);
    return [[`media/${name}`, path.join(uploadsFolder(dataFolder), name)]];
  }
  if (resource === 'product-file-versions') {
    const name = String(row.stored);
    return [[`product-files/${name}`, path.join(productFilesFolder(dataFolder), name)]];
  }
  if (resource !== 'avatars') return [];
  return avatarFiles(String(row.name)).map((name) => [
    `avatars/${name}`,
    path.join(avatarsFolder(dataFolder), name),
  ]);
}
