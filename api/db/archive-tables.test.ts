import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import { archivedTables, excludedTables } from './repositories/archive-tables.ts';

let database: Database;
beforeAll(() => {
  database = openMigrated();
});
afterAll(() => database.close());

/** Columns that give access or are worth stealing. */
const secret = /password|secret|token|hash|encrypted|refresh|public_key/;

describe('a site export', () => {
  it('contains every table or gives the reason why not', () => {
    const tables = database.raw.pragma('table_list') as { name: string; type: string }[];
    const own = tables
      .filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_'))
      .map(({ name }) => name);
    const exported = archivedTables.map(({ table }) => getTableConfig(table).name);
    // A new table needs a row in archive-tables.ts: its name there, or the reason why it is not exported.
    expect([...exported, ...Object.keys(excludedTables)].sort()).toEqual(own.sort());
    expect(Object.values(excludedTables).every((reason) => reason.length > 5)).toBe(true);
  });

  it('stores tables before those that refer to them', () => {
    const order = archivedTables.map(({ table }) => getTableConfig(table).name);
    for (const [at, name] of order.entries()) {
      const omitted = (archivedTables[at]?.omit ?? []).map(toColumnName);
      const keys = (
        database.raw.pragma(`foreign_key_list("${name}")`) as { table: string; from: string }[]
      ).filter(({ from }) => !omitted.includes(from));
      for (const key of keys.filter(({ table }) => table !== name)) {
        expect(order.slice(0, at), `${name} refers to ${key.table}`).toContain(key.table);
      }
    }
  });

  it('contains no column that would give access', () => {
    const columns = archivedTables.flatMap(({ name, table, omit = [] }) =>
      Object.entries(getTableConfig(table).columns.map((column) => column.name))
        .map(([, column]) => column)
        .filter((column) => !omit.map(toColumnName).includes(column))
        .map((column) => `${name}.${column}`),
    );
    const allowed = ['users.password_changed_at', 'media.source_hash'];
    expect(columns.filter((name) => secret.test(name) && !allowed.includes(name))).toEqual([]);
  });
});

function toColumnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
