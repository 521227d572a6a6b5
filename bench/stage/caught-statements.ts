import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from '../../api/db/connection.ts';

/** A statement with its bound values. */
export type RecordedStatement = { sql: string; values: Record<string, unknown> };

/** Returns the statements that `work` runs. They are recorded on a connection that returns no rows. */
export function recordStatements(work: (connection: Connection) => void): RecordedStatement[] {
  const recorded: RecordedStatement[] = [];
  const prepare = (sql: string) => {
    const run = (values: Record<string, unknown>) => {
      recorded.push({ sql, values });
      return [];
    };
    return { all: run, get: (values: Record<string, unknown>) => void run(values) };
  };
  const raw = { prepare } as unknown as BetterSqlite3.Database;
  work({ raw, write: () => Promise.reject(new Error('only reads')), close: () => undefined });
  return recorded;
}
