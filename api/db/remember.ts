import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from './connection.ts';
import { prepared } from './prepared.ts';

/** Results kept per connection; the next change of the database forgets them all. */
const RESULTS_MAX = 500;

/** Characters they have together at most, as far as callers say. */
const WEIGHT_MAX = 16_000_000;

interface Memory {
  version: string;
  results: Map<string, unknown>;
  weight: number;
}

const memories = new WeakMap<BetterSqlite3.Database, Memory>();

/**
 * The result of a read, taken from before while nobody has written to the database. For what many
 * readers ask alike, such as how many articles there are, which would be counted each time.
 * @param key names the read and everything it depends on besides the database
 * @param weigh how many characters a result has, where that can be many
 * @returns a value that is shared: callers do not change it
 */
export function remember<Result>(
  database: Connection,
  key: string,
  read: () => Result,
  weigh: (result: Result) => number = () => 0,
): Result {
  const version = versionOf(database);
  let memory = memories.get(database.raw);
  if (memory?.version !== version) {
    memory = { version, results: new Map(), weight: 0 };
    memories.set(database.raw, memory);
  }
  if (memory.results.has(key)) return memory.results.get(key) as Result;
  const result = read();
  const weight = memory.weight + key.length + weigh(result);
  if (memory.results.size < RESULTS_MAX && weight <= WEIGHT_MAX) {
    memory.results.set(key, result);
    memory.weight = weight;
  }
  return result;
}

/** Changes with every write: of other connections the first number, of this one the second. */
function versionOf(database: Connection): string {
  const other = prepared<[], { data_version: number }>(database, 'PRAGMA data_version').get();
  const own = prepared<[], { own: number }>(database, 'SELECT total_changes() AS own').get();
  return `${other?.data_version} ${own?.own}`;
}
