import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from './connection.ts';

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
    statement = database.raw.prepare(sql);
    cache.set(sql, statement);
  }
  return statement as BetterSqlite3.Statement<Parameters, Row>;
}
