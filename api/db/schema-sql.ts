import type BetterSqlite3 from 'better-sqlite3';
import { Column, is, Param, SQL, StringChunk } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { isWithoutRowid } from './schema/columns.ts';
import * as schema from './schema/index.ts';

/** The parts of a table's SQL, so that two versions of it can be compared. */
export interface TableSql {
  name: string;
  /** Columns and constraints in their order. */
  definitions: string[];
  /** Words behind the closing bracket. */
  options: string;
  /** Whole statements. */
  indexes: string[];
}

export const schemaTables: readonly SQLiteTable[] = Object.values(schema).filter((value) =>
  is(value, SQLiteTable),
);

/** Returns the SQL of a table of the schema. All tables are STRICT. */
export function tableSql(table: SQLiteTable): TableSql {
  const config = getTableConfig(table);
  const references = new Map(
    config.foreignKeys.map((key) => {
      const { columns, foreignColumns, foreignTable } = key.reference();
      const action = key.onDelete ? ` ON DELETE ${key.onDelete.toUpperCase()}` : '';
      const target = `${getTableConfig(foreignTable).name} (${foreignColumns[0]?.name})`;
      return [columns[0]?.name, ` REFERENCES ${target}${action}`];
    }),
  );
  return {
    name: config.name,
    definitions: [
      ...config.columns.map((column) => columnSql(column) + (references.get(column.name) ?? '')),
      ...config.primaryKeys.map((key) => `PRIMARY KEY (${namesOf(key.columns)})`),
      ...config.uniqueConstraints.map((key) => `UNIQUE (${namesOf(key.columns)})`),
      ...config.checks.map((check) => `CONSTRAINT ${check.name} CHECK (${toText(check.value)})`),
    ],
    options: isWithoutRowid(table) ? 'STRICT, WITHOUT ROWID' : 'STRICT',
    indexes: config.indexes.map(({ config: { name, columns, unique, where } }) => {
      const parts = columns.map((part) => (is(part, SQL) ? toText(part) : part.name));
      const condition = where ? ` WHERE ${toText(where)}` : '';
      const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
      return `CREATE ${kind} ${name} ON ${config.name} (${parts.join(', ')})${condition}`;
    }),
  };
}

export function createTableSql({ name, definitions, options, indexes }: TableSql): string {
  const table = `CREATE TABLE ${name} (\n  ${definitions.join(',\n  ')}\n) ${options}`;
  return [table, ...indexes].map((statement) => `${statement};\n`).join('');
}

/** Returns the definition of a column, with a check of its values where its type implies one. */
function columnSql(column: SQLiteColumn): string {
  const parts = [
    column.name,
    column.getSQLType().replace(/^[a-z]+$/, (type) => type.toUpperCase()),
  ];
  if (column.primary) parts.push('PRIMARY KEY');
  if ('autoIncrement' in column && column.autoIncrement === true) parts.push('AUTOINCREMENT');
  if (column.notNull && !column.primary) parts.push('NOT NULL');
  if (column.isUnique) parts.push('UNIQUE');
  if (column.generated) {
    const { as, mode } = column.generated;
    if (!is(as, SQL)) throw new TypeError(`${column.name} needs an SQL expression.`);
    parts.push(`GENERATED ALWAYS AS (${toText(as)})${mode === 'stored' ? ' STORED' : ''}`);
  } else if (column.default !== undefined) {
    parts.push(`DEFAULT ${literal(column.mapToDriverValue(column.default))}`);
  }
  if (column.dataType === 'json') parts.push(`CHECK (json_valid(${column.name}))`);
  if (column.dataType === 'boolean') parts.push(`CHECK (${column.name} IN (0, 1))`);
  if (column.enumValues?.length) {
    parts.push(`CHECK (${column.name} IN (${column.enumValues.map(literal).join(', ')}))`);
  }
  return parts.join(' ');
}

const namesOf = (columns: SQLiteColumn[]) => columns.map(({ name }) => name).join(', ');

/** Returns an expression as text. Columns have no table name, which indexes do not allow. */
function toText(expression: SQL): string {
  return expression.queryChunks
    .map((chunk) => {
      if (is(chunk, StringChunk)) return chunk.value.join('');
      if (is(chunk, SQL)) return toText(chunk);
      if (is(chunk, Column)) return chunk.name;
      return literal(is(chunk, Param) ? chunk.encoder.mapToDriverValue(chunk.value) : chunk);
    })
    .join('')
    .replace(/\s+/g, ' ');
}

function literal(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  throw new TypeError(`A schema cannot contain the value ${String(value)}.`);
}

interface SchemaDifference {
  /** Statements that bring the database closer to the schema. */
  statements: string[];
  /** Differences that need a hand-written migration. */
  manual: string[];
}

const missingFrom = (some: string[], all: string[]) => all.filter((one) => !some.includes(one));

/** Quotes around names come from renaming a table or column. */
const collapse = (sql: string) => sql.replaceAll('"', '').replace(/\s+/g, ' ').trim();

/** Compares the tables of a database with the schema. Triggers, views and full-text indexes are ignored. */
export function compareWithSchema(raw: BetterSqlite3.Database): SchemaDifference {
  const statements: string[] = [];
  const manual: string[] = [];
  const stored = readTables(raw);
  for (const wanted of schemaTables.map(tableSql)) {
    const found = stored.get(wanted.name);
    stored.delete(wanted.name);
    if (!found) {
      statements.push(createTableSql(wanted));
      continue;
    }
    if (found.options !== wanted.options) manual.push(`${wanted.name} is ${found.options}`);
    for (const definition of missingFrom(found.definitions, wanted.definitions)) {
      if (canBeAdded(definition)) {
        statements.push(`ALTER TABLE ${wanted.name} ADD COLUMN ${definition};\n`);
      } else {
        manual.push(`${wanted.name} lacks ${definition}`);
      }
    }
    for (const definition of missingFrom(wanted.definitions, found.definitions)) {
      manual.push(`${wanted.name} has ${definition}`);
    }
    for (const index of missingFrom(wanted.indexes, found.indexes)) {
      statements.push(`DROP INDEX ${/INDEX (\w+)/.exec(index)?.[1]};\n`);
    }
    for (const index of missingFrom(found.indexes, wanted.indexes)) statements.push(`${index};\n`);
  }
  for (const name of stored.keys()) manual.push(`${name} is not in the schema`);
  return { statements, manual };
}

/** True for a column that SQLite can add to a table with rows. */
function canBeAdded(definition: string): boolean {
  if (/^(?:PRIMARY KEY|UNIQUE|CONSTRAINT)\b/.test(definition)) return false;
  if (/ (?:PRIMARY KEY|UNIQUE|STORED)\b/.test(definition)) return false;
  return !/ NOT NULL\b/.test(definition) || / DEFAULT /.test(definition);
}

function readTables(raw: BetterSqlite3.Database): Map<string, TableSql> {
  const isOrdinary = `SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`;
  const tables = raw
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name IN (${isOrdinary})`,
    )
    .all();
  const indexes = raw.prepare<[string], string>(
    `SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
  );
  return new Map(
    tables.map(({ name, sql }) => {
      const indexed = indexes.pluck().all(name) as string[];
      return [name, { name, ...parseTable(sql), indexes: indexed.map(collapse) }];
    }),
  );
}

/** Splits a CREATE TABLE statement at the commas outside of brackets and strings. */
function parseTable(sql: string): { definitions: string[]; options: string } {
  const definitions: string[] = [];
  const end = sql.lastIndexOf(')');
  let depth = 0;
  let isString = false;
  let start = sql.indexOf('(') + 1;
  for (let at = start; at <= end; at += 1) {
    const character = sql[at];
    if (character === "'") isString = !isString;
    if (isString) continue;
    if (at === end || (character === ',' && depth === 0)) {
      definitions.push(collapse(sql.slice(start, at)));
      start = at + 1;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
  }
  return { definitions, options: collapse(sql.slice(end + 1)) };
}
