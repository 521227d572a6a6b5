import BetterSqlite3 from 'better-sqlite3';
import { type Connection, openConnection } from './connection.ts';
import { repairDerivedValues } from './derived.ts';
import { migrate } from './migrate.ts';

/** The database file cannot be used; the message is a sentence. */
export class DatabaseDamaged extends Error {}

/** Copies a database as it is at one instant, while others write to it. @param target a file that is not there yet */
export function copyDatabaseInto(source: string, target: string): void {
  using connection = openConnection(source);
  connection.raw.prepare('VACUUM INTO ?').run(target);
}

export function readSchemaVersion(connection: Pick<Connection, 'raw'>): number {
  return Number(connection.raw.pragma('user_version', { simple: true }));
}

/** Returns row counts by which people recognise a backup. */
export function readTableCounts(connection: Connection): {
  articles: number;
  users: number;
  media: number;
} {
  const count = (table: string) =>
    Number(connection.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  return { articles: count('articles'), users: count('users'), media: count('media') };
}

/** Counts the rows of a database file that a backup is recognized by. */
export function countRows(file: string): ReturnType<typeof readTableCounts> {
  using connection = openConnection(file, { readonly: true });
  return readTableCounts(connection);
}

/**
 * Prepares a copy of a database for a new instance: checks and migrates it, computes derived
 * values, and deletes leases and rendered releases, so that the next start renders all pages.
 * Queued emails may have been sent since the copy, so they are flagged instead of sent again. After a
 * backup, this also holds for cross-posts and newsletters that were waiting.
 * @param copyOf `replica` for a copy that is a second old at most
 * @throws DatabaseDamaged; UnsupportedDatabase if another version of the code wrote it
 */
export function adoptDatabase(file: string, copyOf: 'backup' | 'replica'): void {
  try {
    const raw = new BetterSqlite3(file, { fileMustExist: true });
    try {
      checkIntegrity(raw);
      if (readSchemaVersion({ raw }) === 0) throw new DatabaseDamaged('The database is empty.');
      raw.pragma('foreign_keys = ON');
      raw.pragma('synchronous = FULL');
      migrate({ raw });
      const adopt = raw.transaction(() => {
        raw.exec('DELETE FROM leases; DELETE FROM releases;');
        raw.exec(flagWaitingEmails);
        raw.exec(endNewsletters);
        if (copyOf === 'backup') raw.exec(`${withdrawNewsletters}; ${flagCrossPosts};`);
        raw.exec("DELETE FROM backup_runs WHERE state IN ('waiting', 'running')");
        repairDerivedValues(raw);
      });
      adopt.immediate();
      // A replica is a copy in WAL mode whose file is complete without a log.
      raw.pragma('journal_mode = DELETE');
    } finally {
      raw.close();
    }
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
    throw new DatabaseDamaged(`The database cannot be read: ${error.message}.`, { cause: error });
  }
}

const flagWaitingEmails = `UPDATE emails SET state = 'unknown', holder = NULL, held_until = NULL,
    response = 'It waited when the backup was made, and may have been sent since.',
    ended_at = created_at
  WHERE state IN ('queued', 'sending')`;
const endNewsletters = `UPDATE newsletters SET written_at = started_at
  WHERE started_at IS NOT NULL AND written_at IS NULL`;

/** Their articles may have been published and emailed since. Without its row, a newsletter can be requested again. */
const withdrawNewsletters = 'DELETE FROM newsletters WHERE started_at IS NULL';
/** Those of dev.to are due, because that service is searched for an article before it is posted. */
const flagCrossPosts = `UPDATE cross_posts SET state = 'unknown', holder = NULL, held_until = NULL,
    reason = 'It waited when the backup was made, and may have been posted since.',
    next_at = iif(target = 'dev', created_at, NULL)
  WHERE state IN ('scheduled', 'sending')`;

function checkIntegrity(raw: BetterSqlite3.Database): void {
  const found = raw.pragma('integrity_check', { simple: true });
  if (found !== 'ok') throw new DatabaseDamaged(`The database is damaged: ${String(found)}.`);
  const orphans = raw.pragma('foreign_key_check') as unknown[];
  if (orphans.length > 0) {
    throw new DatabaseDamaged(`The database has ${orphans.length} rows that refer to nothing.`);
  }
}

/**
 * True if another connection on this machine has the database open, or a server on another machine
 * holds a lease. Otherwise the write-ahead log is moved into the file.
 * @param ended returns true if the holder of a lease has exited
 */
export function isDatabaseInUse(
  file: string,
  now: number,
  ended: (holder: string) => boolean,
): boolean {
  let raw: BetterSqlite3.Database | undefined;
  try {
    raw = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
    // Leaving WAL mode fails if another connection is open.
    raw.pragma('journal_mode = DELETE');
    const holders = raw.prepare('SELECT holder FROM leases WHERE held_until > ?').pluck();
    return (holders.all(now) as string[]).some((holder) => !ended(holder));
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
    // A damaged or unknown database may be replaced.
    return error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED');
  } finally {
    raw?.close();
  }
}
