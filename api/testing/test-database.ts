import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { openConnection } from '../db/connection.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import type { MarkdownService } from '../markdown/markdown-service.ts';
import type { ImportContext } from '../services/import/import-result.ts';
import { createTestClock, type TestClock } from './fakes.ts';

/** Bytes of an empty database with the current schema. */
let emptyDatabase: Buffer | undefined;

/**
 * Opens a database with the current schema. A missing file becomes a copy of an empty database that is
 * migrated only once, because migrations take longer than most tests.
 */
export function openMigrated(file = ':memory:'): Database {
  const isNew = file !== ':memory:' && !existsSync(file);
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
  using database = openDatabase(path.join(dataFolder, 'site.db'));
  return work(database);
}

/** Returns true if the site of a data folder has no queued or running jobs. */
export function isJobListEmpty(dataFolder: string): boolean {
  using database = openConnection(path.join(dataFolder, 'site.db'), { readonly: true });
  const pending = database.raw.prepare(
    "SELECT 1 FROM jobs WHERE state IN ('queued', 'running') LIMIT 1",
  );
  return pending.get() === undefined;
}

export interface TemporarySite extends Disposable {
  context: ImportContext;
  clock: TestClock;
  /** Ids of the jobs that the publisher received, undefined for a wake without a job. */
  wakes: (number | undefined)[];
  /** Temporary folder of this site, also for other files of a test. */
  folder: string;
  close(): void;
}

/** Creates a database and a data folder like those of the server, without app and publisher. */
export function openTemporarySite(markdown: MarkdownService): TemporarySite {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'test-site-'));
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: path.join(folder, 'var'),
    SEED: 'demo',
    MAKE_PICTURES: 'false',
    CHECK_LINKS: 'false',
  });
  mkdirSync(config.dataFolder);
  const clock = createTestClock();
  const database = openMigrated(path.join(config.dataFolder, 'site.db'));
  const wakes: (number | undefined)[] = [];
  const close = () => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    context: {
      config,
      database,
      clock: clock.now,
      markdown,
      publisher: { wake: (job?: number) => void wakes.push(job) },
    },
    clock,
    wakes,
    folder,
    close,
    [Symbol.dispose]: close,
  };
}
