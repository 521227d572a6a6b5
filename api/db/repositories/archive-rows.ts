import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import type { Connection } from '../connection.ts';
import type { ArchivedTable } from './archive-tables.ts';

/** A row of an archive: properties as the schema names them, values as JSON has them. */
export type ArchivedRow = Record<string, unknown>;

/** Characters of the longest text a column may hold. */
const TEXT_MAX = 2_000_000;

function columnsOf({ table, omit = [] }: ArchivedTable): [string, SQLiteColumn][] {
  return Object.entries(getTableColumns(table)).filter(([name]) => !omit.includes(name)) as [
    string,
    SQLiteColumn,
  ][];
}

/**
 * Rows of a table in the order of their keys, one after the other: a table may be larger than the
 * memory. The connection is busy until the last one was taken.
 */
export function* readArchivedRows(
  database: Connection,
  archived: ArchivedTable,
): Generator<ArchivedRow> {
  const columns = columnsOf(archived);
  const { name, primaryKeys } = getTableConfig(archived.table);
  const keys = primaryKeys[0]?.columns ?? columns.map(([, column]) => column).filter(isKey);
  const list = columns.map(([, column]) => `"${column.name}"`).join(', ');
  const order = keys.map((column) => `"${column.name}"`).join(', ');
  const sql = `SELECT ${list} FROM "${name}" ORDER BY ${order}`;
  for (const stored of database.raw.prepare<[], ArchivedRow>(sql).iterate()) {
    const row = Object.fromEntries(
      columns.map(([property, column]) => {
        const value = stored[column.name];
        return [property, value === null ? null : column.mapFromDriverValue(value)];
      }),
    );
    if (archived.keeps?.(row) ?? true) yield row;
  }
}

const isKey = (column: SQLiteColumn) => column.primary;

/** What a line of a table's file has to be. */
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

/** A function that stores rows of a table one by one. Belongs in a transaction. */
export function rowStorer(
  database: Connection,
  archived: ArchivedTable,
): (row: ArchivedRow) => void {
  const columns = Object.entries(getTableColumns(archived.table)) as [string, SQLiteColumn][];
  const { name } = getTableConfig(archived.table);
  const statements = new Map<string, (values: unknown[]) => void>();
  return (row) => {
    const whole = { ...row, ...archived.instead?.(row) };
    const given = columns.filter(([property]) => Object.hasOwn(whole, property));
    const list = given.map(([, column]) => `"${column.name}"`).join(', ');
    let store = statements.get(list);
    if (!store) {
      const marks = given.map(() => '?').join(', ');
      const verb = archived.yields ? 'INSERT OR IGNORE' : 'INSERT';
      const sql = `${verb} INTO "${name}" (${list}) VALUES (${marks})`;
      const statement = database.raw.prepare<unknown[]>(sql);
      store = (values) => void statement.run(...values);
      statements.set(list, store);
    }
    store(given.map(([property, column]) => driverValue(column, whole[property])));
  };
}

function driverValue(column: SQLiteColumn, value: unknown): unknown {
  return value === null || value === undefined ? null : column.mapToDriverValue(value);
}
