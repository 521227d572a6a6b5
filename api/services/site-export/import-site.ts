import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { ReleasePayload } from '#contracts/job.ts';
import { runWriteTransaction } from '../../db/connection.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { repairDerivedValues } from '../../db/derived.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { findRelease } from '../../db/hot/releases.ts';
import {
  type ArchivedRow,
  clearArchivedTables,
  describeOccupancy,
  findOnlyUser,
  overwriteUser,
  removeUser,
  renumberUser,
  rowStorer,
} from '../../db/repositories/archive.ts';
import { type ArchivedTable, archivedTables } from '../../db/repositories/archive-tables.ts';
import { syncToDisk } from '../../files.ts';
import { acceptContent } from '../content/accept-content.ts';
import { replaceContent } from '../content/archive-content.ts';
import type { ImportContext } from '../import/import-result.ts';
import { avatarsFolder, uploadsFolder } from '../media/media-files.ts';
import { productFilesFolder } from '../products/product-files.ts';
import { removeLeftovers } from '../tar-archive.ts';
import {
  readSiteExport,
  type SiteExportManifest,
  SiteImportError,
  type ValidatedExport,
} from './read-export.ts';

/** Rows after which the event loop handles other work. */
const ROWS_PER_TICK = 50;

export interface SiteImportOptions {
  /** True to validate the export without storing it. */
  dryRun?: boolean;
  /** Called with the number of stored rows and their total. */
  onProgress?: (done: number, all: number) => void;
}

/**
 * Imports a site export into an empty instance: validates everything, then stores it in one transaction. An existing
 * account keeps its credentials; if the export contains its email address, the two become one.
 * @throws SiteImportError if the instance is not empty or the export is invalid
 */
export async function importSite(
  context: ImportContext,
  file: string,
  options: SiteImportOptions = {},
): Promise<SiteExportManifest> {
  assertEmpty(context.database);
  const { dataFolder } = context.config;
  const now = context.clock();
  removeLeftovers(dataFolder, '.import-', now);
  const folder = path.join(dataFolder, `.import-${process.pid}-${now}`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const archive = await readSiteExport(context, file, folder);
    if (options.dryRun) return archive.manifest;
    await moveFiles(archive, dataFolder);
    await storeRows(context, archive, options.onProgress ?? (() => undefined));
    const content = path.join(archive.folder, 'content');
    if (existsSync(content)) {
      const aside = path.join(dataFolder, `before-import-${now}`);
      replaceContent(content, context.config.contentFolder, aside);
      await acceptContent(context);
    }
    context.publisher.wake();
    return archive.manifest;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertEmpty(database: Database): void {
  const held = describeOccupancy(database);
  if (held.length === 0) return;
  throw new SiteImportError(
    `A site export can only be imported into an empty site; this one has ${held.join(', ')}.`,
  );
}

/** Moves the files to their folders, before the rows that refer to them; their names derive from their content. */
async function moveFiles(archive: ValidatedExport, dataFolder: string): Promise<void> {
  const targets = {
    media: uploadsFolder(dataFolder),
    avatars: avatarsFolder(dataFolder),
    'product-files': productFilesFolder(dataFolder),
  };
  for (const [name, target] of Object.entries(targets)) {
    const from = path.join(archive.folder, name);
    if (!existsSync(from)) continue;
    mkdirSync(target, { recursive: true });
    for (const file of readdirSync(from))
      renameSync(path.join(from, file), path.join(target, file));
    await syncToDisk(target);
  }
}

/** Stores all rows in one transaction on its own connection, so that other requests are handled meanwhile. */
async function storeRows(
  context: ImportContext,
  archive: ValidatedExport,
  onProgress: (done: number, all: number) => void,
): Promise<void> {
  using connection = openDatabase(context.database.raw.name);
  const all = archive.manifest.resources.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  try {
    await runWriteTransaction(connection, async () => {
      connection.raw.pragma('defer_foreign_keys = ON');
      assertEmpty(connection);
      clearArchivedTables(connection);
      const storeUser = prepareUserImport(connection, archive);
      for (const table of archivedTables) {
        const storeRow = table.name === 'users' ? storeUser(table) : rowStorer(connection, table);
        for (const row of archive.rows(table.name)) {
          storeRow(row);
          done += 1;
          if (done % ROWS_PER_TICK !== 0) continue;
          onProgress(done, all);
          await nextTurn();
        }
      }
      repairDerivedValues(connection.query);
      enqueueFollowUps(context, connection);
    });
  } catch (error) {
    const misfit = error instanceof BetterSqlite3.SqliteError && /CONSTRAINT/.test(error.code);
    if (!misfit) throw error;
    throw new SiteImportError(
      `The export was not imported, and nothing was changed. Its parts do not match (${error.message}).`,
      { cause: error },
    );
  }
}

/** Renumbers or removes the existing account so that its id is free, or lets an imported row replace it. */
function prepareUserImport(
  connection: Database,
  archive: ValidatedExport,
): (table: ArchivedTable) => (row: ArchivedRow) => void {
  const existing = findOnlyUser(connection);
  let highest = 0;
  let same: number | null = null;
  for (const row of archive.rows('users')) {
    const id = Number(row.id);
    highest = Math.max(highest, id);
    if (existing && String(row.email).toLowerCase() === existing.email.toLowerCase()) same = id;
  }
  if (existing && same === null && existing.status === 'placeholder')
    removeUser(connection, existing.id);
  else if (existing)
    renumberUser(connection, existing.id, same ?? Math.max(highest + 1, existing.id));
  return (table) => {
    const insert = rowStorer(connection, table);
    return (row) => {
      if (row.id === same) overwriteUser(connection.query, Number(row.id), row);
      else insert(row);
    };
  };
}

/** Enqueues rendering and storing on a running instance; the first start of a new one does both. */
function enqueueFollowUps({ config, clock }: ImportContext, connection: Database): void {
  const now = clock();
  if (findRelease(connection, 'live')) {
    const payload: ReleasePayload = { buildFolder: config.buildFolder, reason: 'import' };
    enqueueJob(connection, { kind: 'release', payload, now });
  }
  if (config.makeImages) enqueueJob(connection, { kind: 'images', payload: {}, now });
  if (config.storage) enqueueJob(connection, { kind: 'store', payload: { names: [] }, now });
}
