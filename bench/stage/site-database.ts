import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';

/** Opens the database of a running server read-only and without code of the API. */
export function openForReading(dataFolder: string): BetterSqlite3.Database {
  return new BetterSqlite3(path.join(dataFolder, 'site.db'), { readonly: true, timeout: 5000 });
}

/** Returns the number of queued and running jobs of these kinds. */
export function countOpenJobs(database: BetterSqlite3.Database, kinds: string[]): number {
  const placeholders = kinds.map(() => '?').join(', ');
  const sql = `SELECT count(*) FROM jobs WHERE state IN ('queued', 'running') AND kind IN (${placeholders})`;
  return Number(
    database
      .prepare(sql)
      .pluck()
      .get(...kinds),
  );
}

/**
 * Waits until no jobs of these kinds are queued or running.
 * @returns duration in milliseconds
 */
export async function waitForJobs(
  dataFolder: string,
  kinds: string[],
  limitMs: number,
): Promise<number> {
  const started = performance.now();
  const database = openForReading(dataFolder);
  try {
    while (countOpenJobs(database, kinds) > 0) {
      if (performance.now() - started > limitMs) {
        throw new Error(`after ${limitMs} ms there are still jobs: ${kinds.join(', ')}`);
      }
      await pause(20);
    }
    return performance.now() - started;
  } finally {
    database.close();
  }
}
