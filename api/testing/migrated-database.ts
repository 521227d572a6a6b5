import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';

/** The file of an empty database of the current schema. */
let empty: Buffer | undefined;

/**
 * Opens a database of the current schema. A missing file becomes a copy of an empty database that is
 * migrated only once, because migrating takes longer than most tests.
 */
export function openMigrated(file: string): Database {
  const isNew = !existsSync(file);
  if (isNew) {
    empty ??= makeEmpty();
    writeFileSync(file, empty);
  }
  const database = openDatabase(file);
  if (!isNew) migrate(database);
  // Tests do not cut the power, so commits need not wait for the disk.
  database.raw.pragma('synchronous = OFF');
  return database;
}

function makeEmpty(): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'test-schema-'));
  const file = path.join(folder, 'empty.db');
  const database = openDatabase(file);
  migrate(database);
  // The last one to close brings all that is in the log into the file.
  database.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}
