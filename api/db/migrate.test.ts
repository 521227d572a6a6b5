import { readdirSync, readFileSync } from 'node:fs';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './client.ts';
import { currentSchemaVersion, DatabaseIsNewer, migrate } from './migrate.ts';
import { findReaders } from './repositories/pages.ts';
import * as schema from './schema.ts';

interface Column {
  name: string;
  type: string;
  notnull: 0 | 1;
  dflt_value: string | null;
  pk: number;
}

let database: ReturnType<typeof openDatabase>;
function openEmpty(): () => void {
  database = openDatabase(':memory:');
  return () => database.close();
}

const files = readdirSync(new URL('./migrations/', import.meta.url)).sort();
const tablesOf = () =>
  database.raw
    .prepare<[], { name: string; strict: 0 | 1; type: string }>('PRAGMA main.table_list')
    .all()
    .filter(
      ({ name }) =>
        !/^(sqlite_|article_titles|article_search|product_search|built_search|site_search|user_names|comment_texts|media_words|product_titles|order_words)/.test(
          name,
        ),
    );

describe('migrating', () => {
  beforeEach(openEmpty);

  it('runs every migration once, in the order of their numbers', () => {
    expect(migrate(database)).toEqual(files);
    expect(database.raw.pragma('user_version', { simple: true })).toBe(currentSchemaVersion());
    expect(currentSchemaVersion()).toBe(Number(files.at(-1)?.slice(0, 4)));
    expect(migrate(database)).toEqual([]);
  });

  it('gives each migration a number of its own', () => {
    // Work side by side takes numbers beforehand; one that turns out not to be needed stays free.
    const numbers = files.map((name) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(files.length);
  });

  it('refuses a database of newer code with a sentence, and leaves it alone', () => {
    migrate(database);
    const newer = currentSchemaVersion() + 1;
    database.raw.pragma(`user_version = ${newer}`);
    expect(() => migrate(database)).toThrow(DatabaseIsNewer);
    expect(() => migrate(database)).toThrow(
      `The database has schema version ${newer}, this code knows ${newer - 1}. Start the newer code`,
    );
    expect(database.raw.pragma('user_version', { simple: true })).toBe(newer);
  });

  it('keeps what a database of the first version holds', () => {
    const first = new URL(`./migrations/${files[0]}`, import.meta.url);
    database.raw.exec(`${readFileSync(first, 'utf8')}
      INSERT INTO users (id, public_id, email, name, password_hash, password_changed_at, created_at, updated_at)
        VALUES (1, 'u', 'a@example.org', 'A', 'x', 0, 0, 0);
      INSERT INTO articles (id, public_id, author_id, title, slug, markdown, html, toc, draft, published_at, created_at, updated_at)
        VALUES (7, 'p', 1, 'Kept', 'kept', '# Kept', '<h1>Kept</h1>', '[{"depth":1}]', 0, 5, 5, 5);
      INSERT INTO article_tags (article_id, position, tag) VALUES (7, 0, 'react');
      INSERT INTO releases (id, build_id, schema_version, state, created_at) VALUES (3, 'b', 1, 'live', 0);
      INSERT INTO pages VALUES (3, '/', 'page', 'h', 1, 9), (3, '/blog', 'page', 'h', 1, 9);
      INSERT INTO page_reads VALUES (3, 'list:latest', '/'), (3, 'list:latest', '/blog');
      PRAGMA user_version = 1;`);
    expect(migrate(database)).toEqual(files.slice(1));
    const all = (sql: string) => database.raw.prepare(sql).all();
    expect(all('SELECT id, markdown, html, toc, state, published_at AS at FROM articles')).toEqual([
      {
        id: 7,
        markdown: '# Kept',
        html: '<h1>Kept</h1>',
        toc: '[{"depth":1}]',
        state: 'live',
        at: 5,
      },
    ]);
    expect(all('SELECT tag, listed_at AS at FROM article_tags')).toEqual([{ tag: 'react', at: 5 }]);
    expect(all("SELECT rowid FROM article_titles WHERE title MATCH 'kept'")).toEqual([
      { rowid: 7 },
    ]);
    expect(findReaders(database, 3, ['list:latest']).sort()).toEqual(['/', '/blog']);
    expect(database.raw.pragma('foreign_key_check')).toEqual([]);
    expect(database.raw.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('leaves references and indexes sound', () => {
    migrate(database);
    expect(database.raw.pragma('foreign_key_check')).toEqual([]);
    expect(database.raw.pragma('integrity_check', { simple: true })).toBe('ok');
  });
});

describe('the schema', () => {
  // These tests only read.
  beforeAll(() => {
    const close = openEmpty();
    migrate(database);
    return close;
  });

  it('is strict about types in every table', () => {
    expect(tablesOf().filter((table) => table.strict === 0)).toEqual([]);
  });

  it('has the tables that drizzle knows, and no other', () => {
    const known = Object.values(schema)
      .filter((value) => value instanceof SQLiteTable)
      .map((table) => getTableConfig(table).name);
    expect(known.sort()).toEqual(
      tablesOf()
        .map((table) => table.name)
        .sort(),
    );
  });

  const tables = Object.values(schema).filter((value) => value instanceof SQLiteTable);
  it.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
    'has the columns of %s that drizzle knows',
    (name, table) => {
      const config = getTableConfig(table);
      const inKey = new Set(
        config.primaryKeys.flatMap((key) => key.columns.map((one) => one.name)),
      );
      const known = config.columns.map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        required: column.notNull || inKey.has(column.name),
        key: column.primary || inKey.has(column.name),
        // The generated column is none that drizzle may write.
        defaults: column.hasDefault && !column.primary && column.generated === undefined,
      }));
      const found = (database.raw.pragma(`table_xinfo(${name})`) as Column[]).map((column) => ({
        name: column.name,
        type: column.type,
        required: column.notnull === 1 || column.pk > 0 || column.name === 'state',
        key: column.pk > 0,
        defaults: column.dflt_value !== null,
      }));
      expect(known).toEqual(found);
    },
  );

  it.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
    'refers from %s to what drizzle thinks it does',
    (name, table) => {
      const known = getTableConfig(table).foreignKeys.map((key) => {
        const { columns, foreignTable } = key.reference();
        return [columns[0]?.name, getTableConfig(foreignTable).name, key.onDelete ?? 'no action'];
      });
      type Reference = { from: string; table: string; on_delete: string; seq: number };
      const found = (database.raw.pragma(`foreign_key_list(${name})`) as Reference[]).map((key) => [
        key.from,
        key.table,
        key.on_delete.toLowerCase(),
      ]);
      expect(known.sort()).toEqual(found.sort());
    },
  );
});
