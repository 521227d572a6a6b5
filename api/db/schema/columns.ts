import {
  type AnySQLiteColumn,
  customType,
  integer,
  type SQLiteTable,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core';

/** A boolean, stored as 0 or 1. */
export const flag = (name: string) => integer(name, { mode: 'boolean' });
export const list = (name: string) => text(name, { mode: 'json' }).$type<string[]>();

/** A text that is compared without regard to the case of ASCII letters. */
export const nocaseText = customType<{ data: string }>({ dataType: () => 'TEXT COLLATE NOCASE' });

/** A reference to the row that this one belongs to, and is deleted with. */
export const belongsTo = (name: string, column: () => AnySQLiteColumn) =>
  integer(name).notNull().references(column, { onDelete: 'cascade' });

const withoutRowids = new WeakSet<SQLiteTable>();

const createTable = sqliteTable as (...parameters: unknown[]) => SQLiteTable;

/** As `sqliteTable`, for a table WITHOUT ROWID, which Drizzle cannot express. */
export const tableWithoutRowid = ((...parameters: unknown[]) => {
  const table = createTable(...parameters);
  withoutRowids.add(table);
  return table;
}) as typeof sqliteTable;

export function isWithoutRowid(table: SQLiteTable): boolean {
  return withoutRowids.has(table);
}
