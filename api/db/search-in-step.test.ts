import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { insertTestArticle, insertTestProduct, insertTestUser } from '../testing/factories.ts';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import { repairDerivedValues } from './derived.ts';
import { readIndexedArticles, readIndexVersion, replaceBuiltDocuments } from './hot/search.ts';
import { readLiveShards } from './hot/shards.ts';
import { eraseArticles, insertArticle, updateArticle } from './repositories/articles.ts';
import { renameProductCategory, updateProduct } from './repositories/products.ts';
import { searchText, searchTextOfHtml } from './search-text.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'search-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let opened = 0;
function openFresh(): Database {
  opened += 1;
  return openMigrated(path.join(folder, `${opened}.db`));
}

const columns = 'title, subtitle, description, tags, headings, body';

/** Returns all words of an index with their articles and positions. */
function wordsOf(database: Database, table: string) {
  database.raw.exec(
    `CREATE VIRTUAL TABLE temp.words_of USING fts5vocab (main, ${table}, 'instance')`,
  );
  const words = database.raw.prepare('SELECT * FROM temp.words_of ORDER BY 1, 2, 3, 4').all();
  database.raw.exec('DROP TABLE temp.words_of');
  return words;
}

/** Rows and words of a new index with the same rows; fails if a row is stale. */
function rebuilt(database: Database) {
  expect(Object.values(repairDerivedValues(database.query))).toEqual([0, 0, 0, 0, 0, 0]);
  database.raw.exec(`CREATE VIRTUAL TABLE anew USING fts5 (
      ${columns}, tokenize = 'unicode61 remove_diacritics 2'
    );
    INSERT INTO anew (rowid, ${columns}) SELECT rowid, ${columns} FROM site_search`);
  const words = wordsOf(database, 'anew');
  const rows = database.raw.prepare('SELECT rowid, * FROM anew ORDER BY rowid').all();
  database.raw.exec('DROP TABLE anew');
  return { rows, words };
}

function stored(database: Database) {
  // Compares the index with the texts it keeps, and throws when they differ.
  database.raw.exec("INSERT INTO site_search (site_search) VALUES ('integrity-check')");
  const rows = database.raw.prepare('SELECT rowid, * FROM site_search ORDER BY rowid').all();
  return { rows, words: wordsOf(database, 'site_search') };
}

const word = fc.constantFrom('otter', 'Über', 'a', '日本', 'x1', '<b>', 'node.js');
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const tags = fc.uniqueArray(fc.constantFrom('css', 'html', 'sql', 'ünï'), { maxLength: 3 });
const changes = fc.record(
  {
    title: text,
    subtitle: text,
    description: text,
    html: text.map((words) => `<h2>${words}</h2><p>x ${words}</p>`),
    toc: text.map((words) => [{ depth: 2, id: 'x', text: words }]),
    draft: fc.boolean(),
    archived: fc.boolean(),
    scheduledAt: fc.constantFrom(null, 9),
    deletedAt: fc.constantFrom(null, 9),
    views: fc.nat(9),
  },
  { requiredKeys: [] },
);
const step = fc.record({
  what: fc.constantFrom('insert', 'update', 'update', 'update', 'erase', 'roll back'),
  which: fc.nat(20),
  changes,
  tags: fc.option(tags, { nil: undefined }),
});

describe('the search index', () => {
  it('equals a rebuilt index after any series of changes', { tags: ['verify'] }, () => {
    const series = fc.array(step, { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(series, (steps) => {
        const database = openFresh();
        const { id: authorId } = insertTestUser(database);
        for (const [number, one] of steps.entries()) take(database, authorId, number, one);
        expect(stored(database)).toEqual(rebuilt(database));
        database.close();
      }),
      { numRuns: 60 },
    );
  });

  it('follows products through any series of changes, with the names of their categories', () => {
    const one = fc.record({
      which: fc.nat(3),
      title: text,
      html: text,
      state: fc.constantFrom('draft', 'live', 'live', 'retired', 'deleted'),
      categoryId: fc.constantFrom(null, 1, 2),
      category: fc.option(word, { nil: undefined }),
      erased: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 15 }), (steps) => {
        const database = openFresh();
        const versionOf = database.raw.prepare('SELECT version FROM products WHERE id = ?').pluck();
        for (const { which, category, erased, ...changes } of steps) {
          const id = which + 1;
          const version = versionOf.get(id) as number | undefined;
          if (version === undefined) insertTestProduct(database, { id });
          else if (erased) database.raw.prepare('DELETE FROM products WHERE id = ?').run(id);
          else updateProduct(database.query, id, version, { ...changes, sold: version });
          if (category !== undefined) renameProductCategory(database, 1, category);
        }
        expect(stored(database)).toEqual(rebuilt(database));
        database.close();
      }),
      { numRuns: 40 },
    );
  });

  it('follows the pages of each build without writing unchanged ones', async () => {
    const page = fc.record({
      path: fc.constantFrom('/a', '/b', '/c'),
      kind: fc.constantFrom('case-study' as const, 'game' as const),
      title: text,
      description: text,
      text,
      tags,
      headings: fc.array(text, { maxLength: 2 }),
    });
    const build = fc.uniqueArray(page, { selector: ({ path }) => path, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(build, { minLength: 1, maxLength: 8 }), async (builds) => {
        const database = openFresh();
        for (const documents of builds) {
          const take = () => database.write(() => replaceBuiltDocuments(database, documents));
          await take();
          const version = readIndexVersion(database);
          await take();
          expect(readIndexVersion(database)).toBe(version);
          const titles = database.raw.prepare('SELECT title FROM site_search').pluck().all();
          expect(titles.sort()).toEqual(documents.map(({ title }) => searchText(title)).sort());
        }
        expect(stored(database)).toEqual(rebuilt(database));
        database.close();
      }),
      { numRuns: 40 },
    );
  });

  it('contains live articles only', () => {
    const database = openFresh();
    const { id: authorId } = insertTestUser(database);
    const live = insertTestArticle(database, { authorId });
    for (const state of [{ draft: true }, { archived: true }, { scheduledAt: 9 }, { deletedAt: 9 }])
      insertTestArticle(database, { authorId, ...state });
    expect(database.raw.prepare('SELECT rowid FROM site_search').all()).toEqual([
      { rowid: live.id },
    ]);
    expect(readIndexedArticles(database, 0, 1000)).toMatchObject([{ slug: live.slug }]);
    expect(readLiveShards(database, 'articles', 1000)).toEqual([0]);
    database.close();
  });

  it('has a version that changes only with its content', () => {
    const database = openFresh();
    const { id: authorId } = insertTestUser(database);
    const { id } = insertTestArticle(database, { authorId });
    const first = readIndexVersion(database);
    updateArticle(database.query, id, 1, { views: 5 });
    expect(readIndexVersion(database)).toBe(first);
    updateArticle(database.query, id, 2, { title: 'Other' });
    expect(readIndexVersion(database)).not.toBe(first);
    database.close();
  });
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function take(database: Database, authorId: number, number: number, one: Step): void {
  const { query } = database;
  const all = database.raw.prepare<[], { id: number; version: number }>(
    'SELECT id, version FROM articles ORDER BY id',
  );
  const there = all.all();
  const picked = there[one.which % Math.max(1, there.length)];
  const update = () =>
    picked &&
    updateArticle(query, picked.id, picked.version, one.changes, { tags: one.tags ?? undefined });
  if (one.what === 'insert' || !picked) {
    const row = { publicId: `p${number}`, slug: `s${number}`, publishedAt: 1, draft: false };
    const times = { createdAt: 1, updatedAt: 1 };
    insertArticle(
      query,
      { authorId, title: 'Otter', ...row, ...times, ...one.changes },
      { tags: one.tags ?? [] },
    );
  } else if (one.what === 'erase') {
    eraseArticles(query, [picked.id]);
  } else if (one.what === 'update') {
    update();
  } else {
    database.raw.exec('BEGIN');
    update();
    database.raw.exec('ROLLBACK');
  }
}

describe('the text of an article', () => {
  it.each([
    ['<p>One <b>wo</b>rd</p><p>two</p>', 'One word two'],
    ['<ul><li>a</li><li>b</li></ul>', 'a b'],
    ['<p>a &lt;b&gt; &amp;amp; &quot;c&quot; &#x3C; &#60; &nbsp; d</p>', 'a <b> &amp; "c" < < d'],
    ['<img alt="a > b" src="x">after', 'after'],
    ['<h2 id="s-a">A<a class="heading-anchor" href="#s-a">#</a></h2>', 'A'],
    ['<p>note<a href="#x" class="footnote-back" aria-label="Back">↩</a></p>', 'note'],
    ['<pre><code><span class="line">const</span>\n<span>x</span></code></pre>', 'const x'],
    ['&#xD800;&#0;&#9999999;x', 'x'],
    ['', ''],
  ])('%j is %j', (html, text) => {
    expect(searchTextOfHtml(html)).toBe(text);
  });

  it('separates characters of scripts without spaces', () => {
    expect(searchText('a 日本 b').split('\u200B').filter(Boolean)).toEqual([
      'a ',
      '日',
      '本',
      ' b',
    ]);
    expect(searchText('Über ß 😀')).toBe('Über ß 😀');
    expect(searchText('a\u0002b\u0003')).toBe('a b ');
  });
});
