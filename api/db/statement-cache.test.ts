import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import { findValue, prepared, readValues } from './statement-cache.ts';

let database: Database;
beforeEach(() => {
  database = openMigrated(':memory:');
});
afterEach(() => database.close());

it('returns rows and values of the same SQL in any order', () => {
  const sql = 'SELECT ? AS number';
  const readRow = () => prepared<[number], { number: number }>(database, sql).get(7);
  expect(readRow()).toEqual({ number: 7 });
  expect(readValues<number>(database, sql, 7)).toEqual([7]);
  expect(readRow()).toEqual({ number: 7 });
  expect(findValue<number>(database, sql, 7)).toBe(7);
  expect(readRow()).toEqual({ number: 7 });
});
