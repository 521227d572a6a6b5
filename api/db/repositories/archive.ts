import { eq, getTableColumns, inArray } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { settingNames } from '#contracts/settings.ts';
import { countRows, type Database, iterateRows, type Queryable } from '../database.ts';
import { users } from '../schema/accounts.ts';
import { articles } from '../schema/articles.ts';
import { subscribers } from '../schema/email.ts';
import { media } from '../schema/media.ts';
import { products } from '../schema/products.ts';
import { contactMessages, settings } from '../schema/site.ts';
import { schemaTables } from '../schema-sql.ts';
import { type ArchivedTable, archivedTables } from './archive-tables.ts';

/** A row of an archive: properties as the schema names them, values as JSON has them. */
export type ArchivedRow = Record<string, unknown>;

/** Maximum characters of a text column. */
const TEXT_MAX = 2_000_000;

const isKey = (column: SQLiteColumn) => column.primary;

/** Tables with rows on a site that is in use, and the name of their rows in a sentence. */
const occupied = [
  { table: articles, name: 'articles' },
  { table: products, name: 'products' },
  { table: media, name: 'images' },
  { table: subscribers, name: 'subscribers' },
  { table: contactMessages, name: 'messages' },
];

/** Returns the content of a site, such as `16 articles`; nothing if it is empty except for one account. */
export function describeOccupancy({ query }: Database): string[] {
  const counts = [...occupied, { table: users, name: 'accounts' }].map(({ table, name }) => ({
    name,
    rows: countRows(query, table),
  }));
  return counts
    .filter(({ name, rows }) => rows > (name === 'accounts' ? 1 : 0))
    .map(({ name, rows }) => `${rows} ${name}`);
}

/** Finds the account of a site that is empty otherwise. */
export function findOnlyUser({ query }: Database) {
  const { id, email, status } = users;
  return query.select({ id, email, status }).from(users).limit(1).get();
}

export function removeUser({ query }: Database, id: number): void {
  query.delete(users).where(eq(users.id, id)).run();
}

/** Deletes the rows that a new site creates for itself, such as counts, lists and settings. */
export function clearArchivedTables({ query }: Database): void {
  for (const { table, existingRowsWin } of archivedTables.toReversed()) {
    if (table === users || table === settings || existingRowsWin) continue;
    query.delete(table).run();
  }
  query.delete(settings).where(inArray(settings.key, settingNames)).run();
}

/** Changes the row ID of a user and all references to it. Needs deferred foreign keys. */
export function renumberUser({ query }: Database, from: number, to: number): void {
  if (from === to) return;
  query.update(users).set({ id: to }).where(eq(users.id, from)).run();
  for (const table of schemaTables) {
    const references = getTableConfig(table)
      .foreignKeys.map((key) => key.reference())
      .filter(({ foreignTable }) => foreignTable === users)
      .flatMap(({ columns }) => columns);
    for (const [name, column] of Object.entries(getTableColumns(table))) {
      if (!references.includes(column)) continue;
      query
        .update(table)
        .set({ [name]: to })
        .where(eq(column, from))
        .run();
    }
  }
}

/** Columns that an existing account keeps if the export contains its email address: credentials. */
const retainedColumns = ['id', 'email', 'role', 'status', 'passwordChangedAt', 'invitedAt'];

/** Updates an account with the owner's data of a site export. */
export function overwriteUser(query: Queryable, id: number, row: Record<string, unknown>): void {
  const columns = Object.entries(row).filter(([name]) => !retainedColumns.includes(name));
  query.update(users).set(Object.fromEntries(columns)).where(eq(users.id, id)).run();
}

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
  database: Database,
  archived: ArchivedTable,
): Generator<ArchivedRow> {
  const columns = columnsOf(archived);
  const { primaryKeys } = getTableConfig(archived.table);
  const keys = primaryKeys[0]?.columns ?? columns.map(([, column]) => column).filter(isKey);
  const rows = database.query
    .select(Object.fromEntries(columns))
    .from(archived.table)
    .orderBy(...keys);
  for (const values of iterateRows(database, rows)) {
    const row = Object.fromEntries(
      columns.map(([property, column], position) => {
        const value = values[position];
        return [property, value === null ? null : column.mapFromDriverValue(value)];
      }),
    );
    if (archived.includeRow?.(row) ?? true) yield row;
  }
}

/**
 * Returns the schema of a line in the file of a table. Columns that may be empty or have a default may be missing:
 * the version that wrote the file may not have had them.
 */
export function archivedRowSchema(archived: ArchivedTable): z.ZodType<ArchivedRow> {
  const shape = columnsOf(archived).map(([name, column]) => {
    const schema = archived.shapes?.[name] ?? schemaOf(column);
    return [name, column.notNull && !column.hasDefault ? schema : schema.optional()];
  });
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
  { table, importDefaults, existingRowsWin }: ArchivedTable,
): (row: ArchivedRow) => void {
  return (row) => {
    const insert = query.insert(table).values({ ...row, ...importDefaults?.(row) });
    (existingRowsWin ? insert.onConflictDoNothing() : insert).run();
  };
}
