import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { insertTestArticle, insertTestUser } from '../testing/factories.ts';
import { openConnection } from './connection.ts';
import { openDatabase } from './database.ts';
import { countArticles } from './hot/articles.ts';
import { migrate } from './migrate.ts';
import { cachedRead } from './query-cache.ts';

it('keeps a result until this or another connection writes', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'remember-'));
  const writer = openDatabase(path.join(folder, 'site.db'));
  migrate(writer);
  const authorId = insertTestUser(writer).id;
  const reader = openConnection(path.join(folder, 'site.db'), { readonly: true });
  let reads = 0;
  const count = (database: typeof reader) =>
    cachedRead(database, 'count', () => {
      reads += 1;
      return database.raw.prepare('SELECT count(*) FROM articles').pluck().get();
    });
  expect([count(reader), count(reader), count(writer), count(writer), reads]).toEqual([
    0, 0, 0, 0, 2,
  ]);
  insertTestArticle(writer, { authorId, title: 'One' });
  expect([count(reader), count(reader), count(writer), count(writer), reads]).toEqual([
    1, 1, 1, 1, 4,
  ]);
  expect(countArticles(writer, { states: ['draft', 'live'] })).toBe(1);
  writer.raw.exec("UPDATE articles SET deleted_at = 1 WHERE title = 'One'");
  expect(countArticles(writer, { states: ['draft', 'live'] })).toBe(0);
  writer.close();
  reader.close();
  rmSync(folder, { recursive: true });
});

it('limits the memory of cached results', () => {
  const database = openDatabase(':memory:');
  let reads = 0;
  const read = (key: string) =>
    cachedRead(
      database,
      key,
      () => {
        reads += 1;
        return key;
      },
      () => 6_000_000,
    );
  for (const key of ['one', 'two', 'three', 'one', 'two', 'three']) expect(read(key)).toBe(key);
  expect(reads).toBe(4);
  database.close();
});
