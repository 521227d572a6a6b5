import path from 'node:path';
import Database from 'better-sqlite3';

/** Whether the process that runs in a data folder has published all it was asked to. */
export function isOutboxEmpty(dataFolder: string): boolean {
  const database = new Database(path.join(dataFolder, 'site.db'), { readonly: true });
  try {
    const waiting = database.prepare(
      "SELECT 1 FROM jobs WHERE state IN ('queued', 'running') LIMIT 1",
    );
    return waiting.get() === undefined;
  } finally {
    database.close();
  }
}
