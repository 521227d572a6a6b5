import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from './connection.ts';

/** Maximum number of cached statements of the query builder; the least recently used one is dropped. */
const CACHED_MAX = 500;

type StatementCache = WeakMap<BetterSqlite3.Database, Map<string, BetterSqlite3.Statement>>;

const rowStatements: StatementCache = new WeakMap();
/** Apart from the others, because a statement stays in the mode that returns values. */
const valueStatements: StatementCache = new WeakMap();

function prepareOnce(
  caches: StatementCache,
  raw: BetterSqlite3.Database,
  sql: string,
): BetterSqlite3.Statement {
  let cache = caches.get(raw);
  if (!cache) {
    cache = new Map();
    caches.set(raw, cache);
  }
  let statement = cache.get(sql);
  if (!statement) {
    statement = raw.prepare(withPlainParameters(sql));
    if (caches === valueStatements) statement.pluck();
    cache.set(sql, statement);
  }
  return statement;
}

/**
 * Returns a statement of hand-written SQL, compiled once per connection. Inside `database.write` it is
 * part of the transaction, since the connection is the same.
 */
export const prepared = <Parameters extends unknown[], Row>(
  { raw }: Pick<Connection, 'raw'>,
  sql: string,
): BetterSqlite3.Statement<Parameters, Row> =>
  prepareOnce(rowStatements, raw, sql) as BetterSqlite3.Statement<Parameters, Row>;

/** Returns the values of the only column of a query. Each row of `prepared` would be an object. */
export const readValues = <Value>(
  { raw }: Pick<Connection, 'raw'>,
  sql: string,
  ...parameters: unknown[]
): Value[] => prepareOnce(valueStatements, raw, sql).all(...parameters) as Value[];

/** Returns the value of the only column of a query in its first row, or null. */
export const findValue = <Value>(
  { raw }: Pick<Connection, 'raw'>,
  sql: string,
  ...parameters: unknown[]
): Value | null =>
  (prepareOnce(valueStatements, raw, sql).get(...parameters) as Value | undefined) ?? null;

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
