import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from './connection.ts';
import { prepared } from './statement-cache.ts';

/** Maximum number of results per connection; any change of the database clears them. */
const RESULTS_MAX = 500;

/** Maximum size of all results in characters, as weighed by the callers. */
const WEIGHT_MAX = 16_000_000;

interface Memory {
  version: string;
  results: Map<string, unknown>;
  weight: number;
}

const memories = new WeakMap<BetterSqlite3.Database, Memory>();

/**
 * Returns the result of a read, cached until the database changes. For reads that many requests share,
 * such as counts.
 * @param key identifies the read and everything it depends on besides the database
 * @param weigh returns the size of a result in characters, if it can be large
 * @returns a shared value that callers must not change
 */
export function cachedRead<Result>(
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

/** Returns a version that changes with every write of any connection. */
function versionOf(database: Connection): string {
  const other = prepared<[], { data_version: number }>(database, 'PRAGMA data_version').get();
  const own = prepared<[], { own: number }>(database, 'SELECT total_changes() AS own').get();
  return `${other?.data_version} ${own?.own}`;
}
