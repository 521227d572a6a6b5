import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { avatarFiles } from '#contracts/avatar.ts';
import type { AppContext } from '../../context.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { readArchivedRows } from '../../db/repositories/archive-rows.ts';
import { type ArchivedTable, archivedTables } from '../../db/repositories/archive-tables.ts';
import { removeLeftovers } from '../backup/leftovers.ts';
import { avatarsFolder, syncFolder, uploadsFolder } from '../media/files.ts';
import { describeFile, MANIFEST, packFiles, shareFile, syncFile } from '../packed-files.ts';
import { productFilesFolder } from '../products/stored-files.ts';
import { LineWriter } from './lines.ts';
import { ARCHIVE_FORMAT, ARCHIVE_KIND, type ArchiveManifest, dataFile } from './manifest.ts';

/** Rows after which others get their turn. */
const ROWS_PER_TURN = 100;

type ArchiveContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

export interface WrittenArchive {
  /** Absolute path. */
  file: string;
  bytes: number;
  manifest: ArchiveManifest;
}

/** There is no place for it; the message is a sentence. */
export class ArchiveNotWritten extends Error {}

/**
 * Writes everything the site holds into one file in a format that others can read, while the site
 * goes on: the rows are those of one instant, and files never change once they are named. Secrets
 * are in none of it; addresses of members and subscribers are.
 * @param target a file that is not there yet
 * @throws ArchiveNotWritten; errors of the disk
 */
export async function writeSiteArchive(
  context: ArchiveContext,
  target: string,
): Promise<WrittenArchive> {
  if (existsSync(target)) throw new ArchiveNotWritten(`${target} is there already.`);
  const { dataFolder } = context.config;
  const now = context.clock();
  removeLeftovers(dataFolder, '.export-', now);
  const staging = path.join(dataFolder, `.export-${process.pid}-${now}`);
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.tmp`);
  mkdirSync(path.dirname(target), { recursive: true });
  try {
    mkdirSync(staging, { mode: 0o700 });
    const manifest = await stage(context, staging, now);
    await packFiles(staging, [MANIFEST, ...manifest.files.map(({ name }) => name)], temporary);
    await syncFile(temporary);
    await rename(temporary, target);
    await syncFolder(path.dirname(target));
    return { file: target, bytes: statSync(target).size, manifest };
  } finally {
    rmSync(staging, { recursive: true, force: true });
    rmSync(temporary, { force: true });
  }
}

async function stage(
  { config, database }: ArchiveContext,
  staging: string,
  now: number,
): Promise<ArchiveManifest> {
  for (const folder of ['data', 'media', 'avatars', 'product-files'])
    mkdirSync(path.join(staging, folder));
  const manifest: ArchiveManifest = {
    kind: ARCHIVE_KIND,
    format: ARCHIVE_FORMAT,
    createdAt: new Date(now).toISOString(),
    site: config.siteUrl,
    ...{ resources: [], missing: [], files: [] },
  };
  const wanted: [string, string][] = [];
  // A connection of its own sees one instant for as long as its transaction lasts.
  const reader = openDatabase(database.raw.name, { readonly: true });
  try {
    reader.raw.exec('BEGIN');
    for (const table of archivedTables) {
      const rows = await writeRows(reader, table, path.join(staging, dataFile(table.name)), (row) =>
        wanted.push(...filesOf(config.dataFolder, table.name, row)),
      );
      manifest.resources.push({ name: table.name, rows });
    }
    reader.raw.exec('COMMIT');
  } finally {
    reader.close();
  }
  const names = archivedTables.map(({ name }) => dataFile(name));
  for (const [name, source] of wanted) {
    if (shareFile(source, path.join(staging, name))) names.push(name);
    else manifest.missing.push(name);
  }
  for (const name of names) manifest.files.push(await describeFile(staging, name));
  writeFileSync(path.join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** @returns how many rows there were */
async function writeRows(
  reader: Database,
  table: ArchivedTable,
  file: string,
  onRow: (row: Record<string, unknown>) => void,
): Promise<number> {
  const lines = new LineWriter(file);
  let count = 0;
  try {
    for (const row of readArchivedRows(reader, table)) {
      onRow(row);
      lines.write(JSON.stringify(row));
      count += 1;
      if (count % ROWS_PER_TURN === 0) await nextTurn();
    }
  } finally {
    lines.close();
  }
  return count;
}

/** Files that a row names: what they are called in the archive, and where they lie. */
function filesOf(
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
