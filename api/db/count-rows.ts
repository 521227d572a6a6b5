import { count, type SQL, type Subquery } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Queryable } from './database.ts';

/** Counts the rows of a source, all or those that match a condition. */
export function countRows(
  query: Queryable,
  source: SQLiteTable | Subquery | SQL,
  condition?: SQL,
): number {
  return query.select({ found: count() }).from(source).where(condition).get()?.found ?? 0;
}
