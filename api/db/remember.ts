import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from './connection.ts';
import { prepared } from './prepared.ts';

/** Results kept per connection; the next change of the database forgets them all. */
const RESULTS_MAX = 500;

interface Memory {
  version: string;
  results: Map<string, unknown>;
}

const memories = new WeakMap<BetterSqlite3.Database, Memory>();

/**
 * The result of a read, taken from before while nobody has written to the database. For what many
 * readers ask alike, such as how many articles there are, which would be counted each time.
 * @param key names the read and everything it depends on besides the database
 * @returns a value that is shared: callers do not change it
 */
export function remember<Result>(database: Connection, key: string, read: () => Result): Result {
  const version = versionOf(database);
  let memory = memories.get(database.raw);
  if (memory?.version !== version) {
    memory = { version, results: new Map() };
    memories.set(database.raw, memory);
  }
  if (memory.results.has(key)) return memory.results.get(key) as Result;
  const result = read();
  if (memory.results.size < RESULTS_MAX) memory.results.set(key, result);
  return result;
}

/** Changes with every write: of other connections the first number, of this one the second. */
function versionOf(database: Connection): string {
  const other = prepared<[], { data_version: number }>(database, 'PRAGMA data_version').get();
  const own = prepared<[], { own: number }>(database, 'SELECT total_changes() AS own').get();
  return `${other?.data_version} ${own?.own}`;
}
