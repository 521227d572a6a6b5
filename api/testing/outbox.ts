import path from 'node:path';
import Database from 'better-sqlite3';

/** Returns true if the site of a data folder has no queued or running jobs. */
export function isOutboxEmpty(dataFolder: string): boolean {
  const database = new Database(path.join(dataFolder, 'site.db'), { readonly: true });
  try {
    const pending = database.prepare(
      "SELECT 1 FROM jobs WHERE state IN ('queued', 'running') LIMIT 1",
    );
    return pending.get() === undefined;
  } finally {
    database.close();
  }
}
