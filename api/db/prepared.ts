import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from './connection.ts';

/** Statements of the query builder that are kept; the one used longest ago goes first. */
const KEPT_MAX = 500;

const caches = new WeakMap<BetterSqlite3.Database, Map<string, BetterSqlite3.Statement>>();

/**
 * A statement of hand-written SQL, compiled once per connection. For reads on hot paths, where
 * building the query anew would cost more than running it. Inside `database.write` it is part of
 * the transaction, since it is the same connection.
 */
export function prepared<Parameters extends unknown[], Row>(
  database: Connection,
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

/**
 * Writes `+?` for `?`, which means the same. SQLite marks a statement whose plan may depend on a
 * parameter's value, and compiles it anew whenever the parameters are cleared, which better-sqlite3
 * does after each run; that took three quarters of the time of reading an article. An expression is
 * not looked into.
 */
function withPlainParameters(sql: string): string {
  return sql.replace(/(?<=[\s(=,<>])(?=[?@]\w*)/g, '+');
}

/**
 * A connection for the query builder: what it has asked before is not compiled again. Compiling was a
 * seventh of what storing a comment takes, and a statement that is let go has to be finalized, which
 * made the pauses of the garbage collector long.
 */
export function keepingStatements(raw: BetterSqlite3.Database): BetterSqlite3.Database {
  const kept = new Map<string, BetterSqlite3.Statement>();
  const prepare = (sql: string): BetterSqlite3.Statement => {
    const statement = kept.get(sql) ?? raw.prepare(withPlainParameters(sql));
    kept.delete(sql);
    kept.set(sql, statement);
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value as string);
    // Where the builder knows the columns it asks for rows as lists, and a statement remembers that.
    return statement.reader ? statement.raw(false) : statement;
  };
  return Object.create(raw, { prepare: { value: prepare } });
}
