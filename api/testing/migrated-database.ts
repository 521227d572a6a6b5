import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';

/** Bytes of an empty database with the current schema. */
let emptyDatabase: Buffer | undefined;

/**
 * Opens a database with the current schema. A missing file becomes a copy of an empty database that is
 * migrated only once, because migrations take longer than most tests.
 */
export function openMigrated(file: string): Database {
  const isNew = !existsSync(file);
  if (isNew) {
    emptyDatabase ??= createEmptyDatabase();
    writeFileSync(file, emptyDatabase);
  }
  const database = openDatabase(file);
  if (!isNew) migrate(database);
  // Tests include no power failures, so commits do not have to wait for the disk.
  database.raw.pragma('synchronous = OFF');
  return database;
}

function createEmptyDatabase(): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'test-schema-'));
  const file = path.join(folder, 'empty.db');
  const database = openDatabase(file);
  migrate(database);
  // Closing the last connection writes the WAL into the database file.
  database.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}

/** Runs `work` with the database of a running site, for rows that requests can't create. */
export function withDatabase<Result>(
  dataFolder: string,
  work: (database: Database) => Result,
): Result {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
