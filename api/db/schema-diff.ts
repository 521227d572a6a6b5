import type BetterSqlite3 from 'better-sqlite3';
import { createTableSql, schemaTables, type TableSql, tableSql } from './schema-sql.ts';

export interface SchemaDifference {
  /** Statements that bring the database closer to the schema. */
  statements: string[];
  /** Differences that need a hand-written migration. */
  manual: string[];
}

/** Compares the tables of a database with the schema. Triggers, views and full-text indexes are left out. */
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

const missingFrom = (some: string[], all: string[]) => all.filter((one) => !some.includes(one));

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

/** Quotes around names come from renaming a table or column. */
const collapse = (sql: string) => sql.replaceAll('"', '').replace(/\s+/g, ' ').trim();

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
