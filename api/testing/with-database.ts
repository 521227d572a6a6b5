import path from 'node:path';
import { type Database, openDatabase } from '../db/client.ts';

/** Runs `work` with the database of a running site, for rows that requests can't create. */
export function withDatabase<Result>(
  dataFolder: string,
  work: (database: Database) => Result,
): Result {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
