import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';

/** A second pair of eyes on the database of a running server: reads only, and no code of the API. */
export function openForReading(dataFolder: string): BetterSqlite3.Database {
  return new BetterSqlite3(path.join(dataFolder, 'site.db'), { readonly: true, timeout: 5000 });
}

/** Jobs of these kinds that wait or run. */
export function countOpenJobs(database: BetterSqlite3.Database, kinds: string[]): number {
  const marks = kinds.map(() => '?').join(', ');
  const sql = `SELECT count(*) FROM jobs WHERE state IN ('queued', 'running') AND kind IN (${marks})`;
  return Number(
    database
      .prepare(sql)
      .pluck()
      .get(...kinds),
  );
}

/**
 * Waits until the outbox holds no more jobs of these kinds.
 * @returns milliseconds it took
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
