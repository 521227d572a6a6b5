import { readdirSync, readFileSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { BUSY_TIMEOUT_MS, type Connection, WRITE_TIMEOUT_MS } from './connection.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Application id of the database files, 'sit2' in ASCII. Development versions before the first release set
 * another one or none. Theirs was 'site' (0x73697465) while the first migration had other names of tables and
 * columns under the same version numbers.
 */
const APPLICATION_ID = 0x73697432;

/** Returns the migrations in order; the number at the start of a file name is the resulting version. */
function listMigrations(): { version: number; name: string }[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), name }));
}

/** Returns the version of the schema that this code works with. */
export function currentSchemaVersion(): number {
  return listMigrations().at(-1)?.version ?? 0;
}

/** A database that this code cannot migrate; the message says what to do instead. */
export class UnsupportedDatabaseError extends Error {}

const readVersion = (raw: BetterSqlite3.Database) =>
  Number(raw.pragma('user_version', { simple: true }));

/** @throws UnsupportedDatabaseError if newer code or a development version wrote the database */
export function assertSupportedDatabase({ raw }: Pick<Connection, 'raw'>): void {
  const found = readVersion(raw);
  if (found > 0 && raw.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new UnsupportedDatabaseError(
      'This database comes from a development version before the first release and cannot be ' +
        'migrated: run `make export ALL=site.tar.gz` with the code that created it, then ' +
        '`make import FROM=site.tar.gz` here with an empty data folder.',
    );
  }
  const codeVersion = currentSchemaVersion();
  if (found > codeVersion) {
    throw new UnsupportedDatabaseError(
      `The database has schema version ${found}, this code knows ${codeVersion}. ` +
        'Start the newer code that wrote it, or restore a backup from before the upgrade.',
    );
  }
}

/**
 * Migrates a database to the version of this code, with a transaction for each step.
 * @returns file names of the applied migrations
 * @throws UnsupportedDatabaseError before changing anything
 */
export function migrate({ raw }: Pick<Connection, 'raw'>): string[] {
  assertSupportedDatabase({ raw });
  const applied: string[] = [];
  // Another server may start at the same time, and nothing is served yet.
  raw.pragma(`busy_timeout = ${WRITE_TIMEOUT_MS}`);
  for (const { version, name } of listMigrations()) {
    const step = raw.transaction(() => {
      // Another process may have applied it in the meantime.
      if (readVersion(raw) >= version) return;
      raw.exec(readFileSync(new URL(name, folder), 'utf8'));
      raw.pragma(`application_id = ${APPLICATION_ID}`);
      raw.pragma(`user_version = ${version}`);
      applied.push(name);
    });
    step.immediate();
  }
  raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return applied;
}
