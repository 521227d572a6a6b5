import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from '../../api/db/connection.ts';

/** A statement with what was bound to it. */
export type Caught = { sql: string; values: Record<string, unknown> };

/** The statements that some work would run, caught on a connection that answers nothing. */
export function catchStatements(work: (connection: Connection) => void): Caught[] {
  const caught: Caught[] = [];
  const prepare = (sql: string) => {
    const run = (values: Record<string, unknown>) => {
      caught.push({ sql, values });
      return [];
    };
    return { all: run, get: (values: Record<string, unknown>) => void run(values) };
  };
  const raw = { prepare } as unknown as BetterSqlite3.Database;
  work({ raw, write: () => Promise.reject(new Error('only reads')), close: () => undefined });
  return caught;
}
