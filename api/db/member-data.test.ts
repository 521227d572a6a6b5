import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import { memberTables } from './repositories/member-data.ts';

let database: Database;
beforeAll(() => {
  database = openMigrated();
});
afterAll(() => database.close());

/** Columns that link a row to a person. */
const personal = /^(user_id|author_id|member_id|email|recipient)$/;

it('exports every table with a member reference and covers it in account deletion', () => {
  const tables = database.raw
    .prepare<[], { name: string }>(`SELECT name FROM sqlite_master
        WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`)
    .all();
  const owned = tables.flatMap(({ name }) => {
    const columns = database.raw.pragma(`table_info(${name})`) as { name: string }[];
    const keys = database.raw.pragma(`foreign_key_list(${name})`) as { table: string }[];
    const known =
      columns.some((column) => personal.test(column.name)) ||
      keys.some(({ table }) => table === 'users');
    return known ? [name] : [];
  });
  const listed = memberTables.map(({ owner }) => getTableConfig(owner.table).name);
  expect(owned.filter((name) => !listed.includes(name))).toEqual([]);
  expect(owned.length).toBeGreaterThan(9);
});
