import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from './connection.ts';

/** Maximum number of cached statements of the query builder; the least recently used one is dropped. */
const CACHED_MAX = 500;

const caches = new WeakMap<BetterSqlite3.Database, Map<string, BetterSqlite3.Statement>>();

/**
 * Returns a statement of hand-written SQL, compiled once per connection. Inside `database.write` it is
 * part of the transaction, since the connection is the same.
 */
export function prepared<Parameters extends unknown[], Row>(
  database: Pick<Connection, 'raw'>,
  sql: string,
): BetterSqlite3.Statement<Parameters, Row> {
  let cache = caches.get(database.raw);
  if (!cache) {
    cache = new Map();
    caches.set(database.raw, cache);
  }
  let statement = cache.get(sql);
  if (!statement) {
    statement = database.raw.prepare(withPlainParameters(sql));
    cache.set(sql, statement);
  }
  return statement as BetterSqlite3.Statement<Parameters, Row>;
}

/** Returns the values of the only column of a query. Each row of `prepared` would be an object. */
export function readValues<Value>(
  database: Pick<Connection, 'raw'>,
  sql: string,
  ...parameters: unknown[]
): Value[] {
  return prepared<unknown[], Value>(database, sql)
    .pluck()
    .all(...parameters);
}

/** Returns the value of the only column of a query in its first row, or null. */
export function findValue<Value>(
  database: Pick<Connection, 'raw'>,
  sql: string,
  ...parameters: unknown[]
): Value | null {
  return (
    prepared<unknown[], Value>(database, sql)
      .pluck()
      .get(...parameters) ?? null
  );
}

/** True if a query has a row. */
export function hasRow(
  database: Pick<Connection, 'raw'>,
  sql: string,
  ...parameters: unknown[]
): boolean {
  return prepared<unknown[], unknown>(database, sql).get(...parameters) !== undefined;
}

/**
 * Replaces `?` by `+?`, which means the same. SQLite compiles a statement again when its parameters are
 * cleared, if the plan may depend on their values; better-sqlite3 clears them after each run. This took
 * three quarters of the time of reading an article. SQLite does not look into expressions.
 */
function withPlainParameters(sql: string): string {
  return sql.replace(/(?<=[\s(=,<>])(?=[?@]\w*)/g, '+');
}

/**
 * Returns a connection for the query builder that compiles each query once. Storing a comment takes
 * twice as long without it (`make bench ONLY=database`).
 */
export function cacheStatements(raw: BetterSqlite3.Database): BetterSqlite3.Database {
  const statements = new Map<string, BetterSqlite3.Statement>();
  const prepare = (sql: string): BetterSqlite3.Statement => {
    const statement = statements.get(sql) ?? raw.prepare(withPlainParameters(sql));
    statements.delete(sql);
    statements.set(sql, statement);
    if (statements.size > CACHED_MAX) statements.delete(statements.keys().next().value as string);
    // The builder switches statements to rows as lists, which would stay in effect.
    return statement.reader ? statement.raw(false) : statement;
  };
  return Object.create(raw, { prepare: { value: prepare } });
}
