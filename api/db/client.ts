import type BetterSqlite3 from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { withAuditEntry } from './audit-trail.ts';
import { type Connection, isReplicatedDatabase, openRaw } from './connection.ts';
import { cacheStatements } from './statement-cache.ts';
import { groupCommit } from './write-together.ts';

type Drizzle = BetterSQLite3Database & { $client: BetterSqlite3.Database };
/** Connection or transaction that repositories run queries on. */
export type Queryable = Pick<
  Drizzle,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'all' | 'get' | 'run' | '$client'
>;

/** From one time to before another, in milliseconds since 1970. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** A connection with the query builder, for everything that is not a hot path. */
export interface Database extends Connection {
  readonly query: Drizzle;
  /** As `Connection.write`; `work` gets the transaction to build queries on. */
  write<Result>(work: (transaction: Queryable) => Result): Promise<Result>;
}

/**
 * Pages of the log after which a commit of this connection runs a checkpoint: 32 MB, half of the
 * size limit of the log. The publisher's connection does so from 1,000 pages on, in its own thread,
 * so that requests rarely wait for a checkpoint.
 */
const CHECKPOINT_PAGES = 8000;

/** Opens the SQLite file, see connection.ts for what that means. */
export function openDatabase(file: string, options: { readonly?: boolean } = {}): Database {
  const raw = openRaw(file, options.readonly ?? false);
  if (!isReplicatedDatabase(raw)) raw.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const query = drizzle(cacheStatements(raw));
  const transaction = raw.transaction((inside: () => unknown) => inside());
  const transact = <Result>(inside: () => Result) => transaction.immediate(inside) as Result;
  const together = groupCommit(raw, (work) => withAuditEntry(query, transact, work));
  return {
    query,
    raw,
    write: (work) => together(() => work(query)),
    close: () => raw.close(),
  };
}
