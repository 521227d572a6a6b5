import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { ReleasePayload } from '#contracts/job.ts';
import type { AppContext } from '../../context.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { withPatience } from '../../db/connection.ts';
import { type ArchivedRow, rowStorer } from '../../db/repositories/archive-rows.ts';
import {
  clearArchivedTables,
  describeOccupancy,
  findOnlyUser,
  overwriteUser,
  removeUser,
  renumberUser,
} from '../../db/repositories/archive-store.ts';
import { type ArchivedTable, archivedTables } from '../../db/repositories/archive-tables.ts';
import { enqueueJob } from '../../db/repositories/jobs.ts';
import { findRelease } from '../../db/repositories/releases.ts';
import { removeLeftovers } from '../backup/leftovers.ts';
import { avatarsFolder, syncFolder, uploadsFolder } from '../media/files.ts';
import { productFilesFolder } from '../products/stored-files.ts';
import type { ArchiveManifest } from './manifest.ts';
import { ArchiveRefused, type ReadArchive, readSiteArchive } from './read.ts';

/** Rows after which others get their turn. */
const ROWS_PER_TURN = 50;

type ImportContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown'> & {
  publisher: Pick<AppContext['publisher'], 'wake'>;
};

export interface SiteImportOptions {
  /** Checks everything, and stores nothing. */
  dryRun?: boolean;
  /** Hears how many rows of all are stored. */
  onProgress?: (done: number, all: number) => void;
}

/**
 * Makes an empty instance the site that an archive was made of. Everything is checked before
 * anything is stored, and all of it is stored in one transaction. The one account that may be there
 * already keeps its way in; if the archive has its address, it becomes that account.
 * @throws ArchiveRefused when the instance is not empty, or the archive not whole
 */
export async function importSiteArchive(
  context: ImportContext,
  file: string,
  options: SiteImportOptions = {},
): Promise<ArchiveManifest> {
  requireEmpty(context.database);
  const { dataFolder } = context.config;
  const now = context.clock();
  removeLeftovers(dataFolder, '.import-', now);
  const folder = path.join(dataFolder, `.import-${process.pid}-${now}`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const archive = await readSiteArchive(context, file, folder);
    if (options.dryRun) return archive.manifest;
    await placeFiles(archive, dataFolder);
    await store(context, archive, options.onProgress ?? (() => undefined));
    context.publisher.wake();
    return archive.manifest;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function requireEmpty(database: Database): void {
  const held = describeOccupancy(database);
  if (held.length === 0) return;
  throw new ArchiveRefused(
    `An archive of a site is only imported into an empty instance; this one has ${held.join(', ')}.`,
  );
}

/** Files go first: no row may name one that is missing. Their names are made of their content. */
async function placeFiles(archive: ReadArchive, dataFolder: string): Promise<void> {
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
    await syncFolder(target);
  }
}

/** One transaction on a connection of its own, so that others get their turn meanwhile. */
async function store(
  context: ImportContext,
  archive: ReadArchive,
  onProgress: (done: number, all: number) => void,
): Promise<void> {
  const connection = openDatabase(context.database.raw.name);
  const { raw } = connection;
  const all = archive.manifest.resources.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  try {
    await withPatience(raw, () => raw.exec('BEGIN IMMEDIATE'));
    raw.pragma('defer_foreign_keys = ON');
    requireEmpty(connection);
    clearArchivedTables(connection);
    const storeUser = makeRoomForUsers(connection, archive);
    for (const table of archivedTables) {
      const storeRow = table.name === 'users' ? storeUser(table) : rowStorer(connection, table);
      for (const row of archive.rows(table.name)) {
        storeRow(row);
        done += 1;
        if (done % ROWS_PER_TURN !== 0) continue;
        onProgress(done, all);
        await nextTurn();
      }
    }
    enqueueFollowing(context, connection);
    raw.exec('COMMIT');
  } catch (error) {
    if (raw.inTransaction) raw.exec('ROLLBACK');
    const misfit = error instanceof BetterSqlite3.SqliteError && /CONSTRAINT/.test(error.code);
    if (!misfit) throw error;
    throw new ArchiveRefused(
      `The archive was not imported, and nothing was changed. Its parts do not fit together (${error.message}).`,
      { cause: error },
    );
  } finally {
    connection.close();
  }
}

/** Moves the account that is here out of the way of those that come, or lets it become one of them. */
function makeRoomForUsers(
  connection: Database,
  archive: ReadArchive,
): (table: ArchivedTable) => (row: ArchivedRow) => void {
  const here = findOnlyUser(connection);
  let highest = 0;
  let same: number | null = null;
  for (const row of archive.rows('users')) {
    const id = Number(row.id);
    highest = Math.max(highest, id);
    if (here && String(row.email).toLowerCase() === here.email.toLowerCase()) same = id;
  }
  if (here && same === null && here.status === 'placeholder') removeUser(connection, here.id);
  else if (here) renumberUser(connection, here.id, same ?? Math.max(highest + 1, here.id));
  return (table) => {
    const insert = rowStorer(connection, table);
    return (row) => {
      if (row.id === same) overwriteUser(connection.query, Number(row.id), row);
      else insert(row);
    };
  };
}

/** What a server that runs renders anew; one that never ran renders all at its first start. */
function enqueueFollowing({ config, clock }: ImportContext, connection: Database): void {
  const now = clock();
  if (findRelease(connection, 'live')) {
    const payload: ReleasePayload = { buildFolder: config.buildFolder, reason: 'import' };
    enqueueJob(connection, { kind: 'release', payload, now });
  }
  if (config.makePictures) enqueueJob(connection, { kind: 'pictures', payload: {}, now });
}
