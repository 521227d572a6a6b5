import { existsSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';

/**
 * Milliseconds a statement outside of `write` waits for another's write lock. Short, because waiting
 * blocks the event loop.
 */
export const BUSY_TIMEOUT_MS = 250;
/** Milliseconds after which a write that waits for a lock fails. */
export const WRITE_TIMEOUT_MS = 10_000;
/** A commit takes about a millisecond, so the first tries come that soon after each other. */
const SOON_TRIES = 10;

/** A connection for hand-written SQL. Threads that render pages have no more than this. */
export interface Connection extends Disposable {
  readonly raw: BetterSqlite3.Database;
  /**
   * Runs `work` in one IMMEDIATE transaction, which is rolled back on errors. Retries while another
   * process holds the write lock.
   * @throws errors of `work`, after rolling back; SqliteError SQLITE_BUSY after ten seconds
   */
  write<Result>(work: () => Result): Promise<Result>;
  close(): void;
}

/** Opens the SQLite file with the settings that make an acknowledged write survive a power cut. */
export function openConnection(file: string, options: { readonly?: boolean } = {}): Connection {
  const raw = openRaw(file, options.readonly ?? false);
  return {
    raw,
    write: (work) => withBusyRetry(raw, () => raw.transaction(work).immediate()),
    close: () => raw.close(),
    [Symbol.dispose]: () => raw.close(),
  };
}

export function openRaw(file: string, readonly: boolean): BetterSqlite3.Database {
  const raw = new BetterSqlite3(file, { readonly });
  raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  if (!readonly) raw.pragma('journal_mode = WAL');
  // Set after enabling WAL, which resets synchronous to NORMAL; NORMAL can lose commits on power loss.
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('cache_size = -16384');
  // Litestream moves the log into the file itself.
  if (!readonly && isReplicatedDatabase(raw)) raw.pragma('wal_autocheckpoint = 0');
  // Limits the growth of the log behind a long read transaction.
  raw.pragma('journal_size_limit = 67108864');
  // For queries only: triggers must work in every SQLite client.
  raw.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)));
  return raw;
}

/** Table of Litestream. While it exists, only Litestream runs checkpoints. */
export const REPLICATION_TABLE = '_litestream_seq';

/** True if Litestream replicates a database. */
export function isReplicatedDatabase(raw: BetterSqlite3.Database): boolean {
  const find = raw.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  return find.get(REPLICATION_TABLE) !== undefined;
}

/** Reads a row of the file. @throws SqliteError if the database cannot be read */
export function probeDatabase({ raw }: Connection): void {
  raw.prepare('SELECT 1 FROM users LIMIT 1').get();
}

/** Folds the case of a text; LIKE and lower() of SQLite only support ASCII. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/**
 * Retries while another thread or process writes. SQLite's own busy handler is off, because it
 * would block the event loop in steps of up to 25 ms.
 */
export async function withBusyRetry<Result>(
  raw: BetterSqlite3.Database,
  work: () => Result,
): Promise<Result> {
  const deadline = performance.now() + WRITE_TIMEOUT_MS;
  for (let tries = 1; ; tries += 1) {
    raw.pragma('busy_timeout = 0');
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    } finally {
      raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
    const pause = tries < SOON_TRIES ? 1 : 5 + Math.random() * 20;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * Runs asynchronous `work` in one read transaction, so that it reads one snapshot. Nothing else may use the connection
 * meanwhile. After an error, close the connection.
 */
export async function runReadTransaction(
  { raw }: Pick<Connection, 'raw'>,
  work: () => Promise<void>,
): Promise<void> {
  raw.exec('BEGIN');
  await work();
  raw.exec('COMMIT');
}

/** As `runReadTransaction`, in one IMMEDIATE transaction, which is rolled back on errors. */
export async function runWriteTransaction(
  { raw }: Pick<Connection, 'raw'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await withBusyRetry(raw, () => raw.exec('BEGIN IMMEDIATE'));
    await work();
    raw.exec('COMMIT');
  } catch (error) {
    if (raw.inTransaction) raw.exec('ROLLBACK');
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof Error && 'cause' in error ? (error.cause ?? error) : error;
  return cause instanceof BetterSqlite3.SqliteError && cause.code.startsWith('SQLITE_BUSY');
}

const OTHER_TABLE = '_litestream_lock';

/**
 * Marks a database as replicated or not; call it before other connections are opened. A checkpoint
 * of the server could drop changes that Litestream has not copied yet, and would cost a new snapshot.
 */
export function markReplicated(file: string, isReplicated: boolean): void {
  if (existsSync(file) && readMark(file) === isReplicated) return;
  using connection = openConnection(file);
  const { raw } = connection;
  // Another server may start at the same time, and nothing is served yet.
  raw.pragma(`busy_timeout = ${WRITE_TIMEOUT_MS}`);
  const mark = raw.transaction(() => {
    if (isReplicated) {
      raw.exec(`CREATE TABLE IF NOT EXISTS ${REPLICATION_TABLE} (id INTEGER PRIMARY KEY, seq INTEGER);
          CREATE TABLE IF NOT EXISTS ${OTHER_TABLE} (id INTEGER)`);
    } else {
      raw.exec(`DROP TABLE IF EXISTS ${REPLICATION_TABLE}; DROP TABLE IF EXISTS ${OTHER_TABLE}`);
    }
  });
  mark.immediate();
}

/** Reads without writing: the last connection that can write would do a checkpoint when it closes. */
function readMark(file: string): boolean {
  using connection = openConnection(file, { readonly: true });
  return isReplicatedDatabase(connection.raw);
}
