import BetterSqlite3 from 'better-sqlite3';
import { and, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { type Connection, openConnection } from './connection.ts';
import { countRows, openDatabase, type Queryable } from './database.ts';
import { repairDerivedValues } from './derived.ts';
import { migrate } from './migrate.ts';
import { users } from './schema/accounts.ts';
import { articles } from './schema/articles.ts';
import { crossPosts } from './schema/cross-posts.ts';
import { emails, newsletters } from './schema/email.ts';
import { media } from './schema/media.ts';
import { leases, releases } from './schema/publisher.ts';
import { backupRuns } from './schema/site.ts';
import { cacheStatements } from './statement-cache.ts';

/** The database file cannot be used; the message is a sentence. */
export class DamagedDatabaseError extends Error {}

/** Copies a database as it is at one instant, while others write to it. @param target a file that is not there yet */
export function copyDatabaseInto(source: string, target: string): void {
  using connection = openConnection(source);
  // Drizzle has no VACUUM.
  connection.raw.prepare('VACUUM INTO ?').run(target);
}

export function readSchemaVersion(connection: Pick<Connection, 'raw'>): number {
  return Number(connection.raw.pragma('user_version', { simple: true }));
}

/** Returns row counts by which people recognise a backup. */
export function readTableCounts(query: Queryable): {
  articles: number;
  users: number;
  media: number;
} {
  return {
    articles: countRows(query, articles),
    users: countRows(query, users),
    media: countRows(query, media),
  };
}

/** Counts the rows of a database file that a backup is recognized by. */
export function countRowsOfFile(file: string): ReturnType<typeof readTableCounts> {
  using database = openDatabase(file, { readonly: true });
  return readTableCounts(database.query);
}

/**
 * Prepares a copy of a database for a new instance: checks and migrates it, computes derived
 * values, and deletes leases and rendered releases, so that the next start renders all pages.
 * Queued emails may have been sent since the copy, so they are flagged instead of sent again. After a
 * backup, this also holds for cross-posts and newsletters that were waiting.
 * @param copyOf `replica` for a copy that is a second old at most
 * @throws DamagedDatabaseError; UnsupportedDatabaseError if another version of the code wrote it
 */
export function adoptDatabase(file: string, copyOf: 'backup' | 'replica'): void {
  try {
    const raw = new BetterSqlite3(file, { fileMustExist: true });
    try {
      checkIntegrity(raw);
      if (readSchemaVersion({ raw }) === 0)
        throw new DamagedDatabaseError('The database is empty.');
      raw.pragma('foreign_keys = ON');
      raw.pragma('synchronous = FULL');
      migrate({ raw });
      const query = drizzle(cacheStatements(raw));
      const adopt = raw.transaction(() => {
        query.delete(leases).run();
        query.delete(releases).run();
        flagWaitingEmails(query);
        endNewsletters(query);
        if (copyOf === 'backup') {
          withdrawNewsletters(query);
          flagCrossPosts(query);
        }
        query
          .delete(backupRuns)
          .where(inArray(backupRuns.state, ['waiting', 'running']))
          .run();
        repairDerivedValues(query);
      });
      adopt.immediate();
      // A replica is a copy in WAL mode whose file is complete without a log.
      raw.pragma('journal_mode = DELETE');
    } finally {
      raw.close();
    }
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
    throw new DamagedDatabaseError(`The database cannot be read: ${error.message}.`, {
      cause: error,
    });
  }
}

function flagWaitingEmails(query: Queryable): void {
  query
    .update(emails)
    .set({
      state: 'unknown',
      holder: null,
      heldUntil: null,
      response: 'It waited when the backup was made, and may have been sent since.',
      endedAt: sql`${emails.createdAt}`,
    })
    .where(inArray(emails.state, ['queued', 'sending']))
    .run();
}

function endNewsletters(query: Queryable): void {
  const { startedAt, writtenAt } = newsletters;
  query
    .update(newsletters)
    .set({ writtenAt: sql`${startedAt}` })
    .where(and(isNotNull(startedAt), isNull(writtenAt)))
    .run();
}

/** Their articles may have been published and emailed since. Without its row, a newsletter can be requested again. */
function withdrawNewsletters(query: Queryable): void {
  query.delete(newsletters).where(isNull(newsletters.startedAt)).run();
}

/** Those of dev.to are due, because that service is searched for an article before it is posted. */
function flagCrossPosts(query: Queryable): void {
  const { target, createdAt, state } = crossPosts;
  query
    .update(crossPosts)
    .set({
      state: 'unknown',
      holder: null,
      heldUntil: null,
      reason: 'It waited when the backup was made, and may have been posted since.',
      nextAt: sql`iif(${target} = 'dev', ${createdAt}, NULL)`,
    })
    .where(inArray(state, ['scheduled', 'sending']))
    .run();
}

function checkIntegrity(raw: BetterSqlite3.Database): void {
  const found = raw.pragma('integrity_check', { simple: true });
  if (found !== 'ok') throw new DamagedDatabaseError(`The database is damaged: ${String(found)}.`);
  const orphans = raw.pragma('foreign_key_check') as unknown[];
  if (orphans.length > 0) {
    throw new DamagedDatabaseError(
      `The database has ${orphans.length} rows that refer to nothing.`,
    );
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
    const { holder, heldUntil } = leases;
    const held = drizzle(raw).select({ holder }).from(leases).where(gt(heldUntil, now)).all();
    return held.some((lease) => !ended(lease.holder));
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
    // A damaged or unknown database may be replaced.
    return error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED');
  } finally {
    raw?.close();
  }
}
