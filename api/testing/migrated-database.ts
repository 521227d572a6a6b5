import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';

/** The file of an empty database of the present schema. */
let empty: Buffer | undefined;

/**
 * Opens a database of the present schema. A file that is not there yet becomes a copy of one that is
 * migrated once: forty steps, each with a commit of its own, for each test would cost more than most
 * tests.
 */
export function openMigrated(file: string): Database {
  const isNew = !existsSync(file);
  if (isNew) {
    empty ??= makeEmpty();
    writeFileSync(file, empty);
  }
  const database = openDatabase(file);
  if (!isNew) migrate(database);
  // No test pulls the plug: what is committed is there without waiting for the disk.
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
