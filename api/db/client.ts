import BetterSqlite3 from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import * as schema from './schema.ts';

/**
 * Milliseconds a statement waits for another process's write lock. Short, because waiting blocks
 * the event loop; callers that may meet a lock retry through `write`.
 */
const BUSY_TIMEOUT_MS = 250;
/** Milliseconds after which a write that keeps meeting a lock gives up. */
const WRITE_PATIENCE_MS = 10_000;

type Drizzle = BetterSQLite3Database<typeof schema>;
/** What repositories are given: the connection, or the transaction they are part of. */
export type Queryable = Pick<
  Drizzle,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'all' | 'get' | 'run'
>;

export interface Database {
  readonly query: Drizzle;
  readonly raw: BetterSqlite3.Database;
  /**
   * Runs `work` in one IMMEDIATE transaction; it is all stored or none of it. Retries while another
   * process holds the write lock.
   * @throws what `work` throws, after rolling back; SqliteError SQLITE_BUSY after ten seconds
   */
  write<Result>(work: (transaction: Queryable) => Result): Promise<Result>;
  close(): void;
}

/** Opens the SQLite file with the settings that make an acknowledged write survive a power cut. */
export function openDatabase(file: string, options: { readonly?: boolean } = {}): Database {
  const raw = new BetterSqlite3(file, { readonly: options.readonly ?? false });
  raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  if (!options.readonly) raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('cache_size = -65536');
  raw.pragma('mmap_size = 268435456');
  // A reader that never ends must not let the log grow for ever.
  raw.pragma('journal_size_limit = 67108864');
  const query = drizzle(raw, { schema });
  return { query, raw, write: (work) => writeWithPatience(query, work), close: () => raw.close() };
}

async function writeWithPatience<Result>(
  query: Drizzle,
  work: (transaction: Queryable) => Result,
): Promise<Result> {
  const giveUpAt = performance.now() + WRITE_PATIENCE_MS;
  for (;;) {
    try {
      return query.transaction((transaction) => work(transaction), { behavior: 'immediate' });
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
    }
  }
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof Error && 'cause' in error ? (error.cause ?? error) : error;
  return cause instanceof BetterSqlite3.SqliteError && cause.code.startsWith('SQLITE_BUSY');
}
