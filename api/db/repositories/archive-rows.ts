import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import type { Database } from '../client.ts';
import type { ArchivedTable } from './archive-tables.ts';

/** A row of an archive: properties as the schema names them, values as JSON has them. */
export type ArchivedRow = Record<string, unknown>;

/** Maximum characters of a text column. */
const TEXT_MAX = 2_000_000;

function columnsOf({ table, omit = [] }: ArchivedTable): [string, SQLiteColumn][] {
  return Object.entries(getTableColumns(table)).filter(([name]) => !omit.includes(name)) as [
    string,
    SQLiteColumn,
  ][];
}

/**
 * Reads the rows of a table in the order of their keys, one by one, since a table may be larger than
 * the memory. The connection is busy until the last row is read.
 */
export function* readArchivedRows(
  { query, raw }: Database,
  archived: ArchivedTable,
): Generator<ArchivedRow> {
  const columns = columnsOf(archived);
  const { primaryKeys } = getTableConfig(archived.table);
  const keys = primaryKeys[0]?.columns ?? columns.map(([, column]) => column).filter(isKey);
  const { sql } = query
    .select(Object.fromEntries(columns))
    .from(archived.table)
    .orderBy(...keys)
    .toSQL();
  // The query builder cannot read rows one by one.
  for (const values of raw.prepare<[], unknown[]>(sql).raw().iterate()) {
    const row = Object.fromEntries(
      columns.map(([property, column], position) => {
        const value = values[position];
        return [property, value === null ? null : column.mapFromDriverValue(value)];
      }),
    );
    if (archived.keeps?.(row) ?? true) yield row;
  }
}

const isKey = (column: SQLiteColumn) => column.primary;

/** Returns the schema of a line in the file of a table. */
export function archivedRowSchema(archived: ArchivedTable): z.ZodType<ArchivedRow> {
  const shape = columnsOf(archived).map(([name, column]) => [
    name,
    archived.shapes?.[name] ?? schemaOf(column),
  ]);
  return z.strictObject(Object.fromEntries(shape) as Record<string, z.ZodType>);
}

function schemaOf(column: SQLiteColumn): z.ZodType {
  const schemas: Record<string, z.ZodType> = {
    number: z.int(),
    boolean: z.boolean(),
    string: z.string().max(TEXT_MAX),
  };
  const schema = schemas[column.dataType] ?? z.json();
  return column.notNull ? schema : schema.nullable();
}

/** Returns a function that stores rows of a table one by one. Call it in a transaction. */
export function rowStorer(
  { query }: Database,
  { table, instead, yields }: ArchivedTable,
): (row: ArchivedRow) => void {
  return (row) => {
    const insert = query.insert(table).values({ ...row, ...instead?.(row) });
    (yields ? insert.onConflictDoNothing() : insert).run();
  };
}
