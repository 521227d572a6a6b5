import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { foldCase } from './connection.ts';
import { trigramMatch } from './search-text.ts';

/** Returns the condition of rows whose trigram index matches. */
export function inTrigramIndex(id: SQLWrapper, index: string, match: string): SQL {
  const table = sql.raw(index);
  return sql`${id} IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ${match})`;
}

/**
 * Returns the condition of rows that contain a text in any of the columns, ignoring case. Searches
 * that the trigram index does not support read all rows.
 */
export function containing(
  search: string | undefined,
  { id, index, columns }: { id: SQLWrapper; index: string; columns: SQLWrapper[] },
): SQL | undefined {
  if (!search) return undefined;
  const match = trigramMatch(search);
  if (match !== null) return inTrigramIndex(id, index, match);
  const folded = foldCase(search);
  return or(...columns.map((column) => sql`instr(fold_case(${column}), ${folded}) > 0`));
}
