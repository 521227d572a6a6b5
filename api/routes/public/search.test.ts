import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type MarkedText, type SearchResponse, searchResponse } from '#contracts/search.ts';
import {
  type BuiltDocument,
  readIndexVersion,
  replaceBuiltDocuments,
} from '../../db/hot/search.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestArticle, insertTestProduct, insertTestUser } from '../../testing/factories.ts';
import { createPlainMarkdown } from '../../testing/fakes.ts';

let test: TestApp;
let guest: Caller;
let admin: Caller;
beforeEach(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  guest = callerOf(test.app);
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  return () => test.close();
});

const runSearch = (q: string, more = '') =>
  guest(`GET /api/search?q=${encodeURIComponent(q)}${more}`);
async function find(q: string, more = ''): Promise<SearchResponse> {
  const response = await runSearch(q, more);
  expect([q, response.statusCode]).toEqual([q, 200]);
  return searchResponse.parse(response.json());
}
const textOf = (marked: MarkedText) => marked.map((piece) => piece.text).join('');
const markedIn = (marked: MarkedText) =>
  marked.filter((piece) => piece.marked).map((piece) => piece.text);
const titlesOf = async (q: string) => (await find(q)).results.map((result) => textOf(result.title));

describe('search', () => {
  it('finds words of title, subtitle, description, tags and text', async () => {
    await createByApi(admin, {
      title: 'Walking',
      subtitle: 'Over mountains',
      description: 'Without a map',
      tags: 'outdoors',
      markdown: 'Take enough water.',
    });
    for (const q of ['walking', 'MOUNTAINS', 'map', 'outdoors', 'enough water', 'wat', 'wa']) {
      expect([q, await titlesOf(q)]).toEqual([q, ['Walking']]);
    }
    expect(await titlesOf('water desert')).toEqual([]);
  });

  it('returns paths and highlighted matches', async () => {
    const { slug } = await createByApi(admin, {
      title: 'Cut & dry',
      markdown: `${'Much before. '.repeat(40)}The needle is here. ${'And after. '.repeat(40)}`,
    });
    const { results, more, corrected } = await find('needle');
    expect([more, corrected]).toEqual([false, null]);
    expect(results).toMatchObject([{ kind: 'article', path: `/blog/${slug}` }]);
    const [result] = results;
    expect(result && markedIn(result.excerpt)).toEqual(['needle']);
    expect(result && textOf(result.excerpt)).toMatch(/^….*The needle is here\..*…$/);
    expect((await find('cut')).results[0]?.title).toEqual([
      { text: 'Cut', marked: true },
      { text: ' & dry', marked: false },
    ]);
  });

  it('returns text, never HTML', async () => {
    await createByApi(admin, {
      title: 'Tags <b>in</b> titles',
      description: '<i>slanted</i> &lt;',
    });
    const [result] = (await find('slanted')).results;
    expect(result && textOf(result.title)).toBe('Tags <b>in</b> titles');
    expect(result && textOf(result.excerpt)).toBe('<i>slanted</i> &lt;');
  });

  it('ranks titles above descriptions, and descriptions above text', async () => {
    const plain = { subtitle: 'x', description: 'x', markdown: 'x' };
    await createByApi(admin, { ...plain, title: 'In the text', markdown: 'about otters' });
    await createByApi(admin, { ...plain, title: 'In the description', description: 'otters' });
    await createByApi(admin, { ...plain, title: 'Otters in the title' });
    expect(await titlesOf('otters')).toEqual([
      'Otters in the title',
      'In the description',
      'In the text',
    ]);
  });

  it('ignores accents and supports scripts without spaces', async () => {
    await createByApi(admin, { title: 'Über den Fluß', markdown: '今日は東京へ行きました。' });
    for (const q of ['uber', 'ÜBER', 'fluß', '東京', '行きま']) {
      expect([q, await titlesOf(q)]).toEqual([q, ['Über den Fluß']]);
    }
    expect(await titlesOf('京東')).toEqual([]);
    const [result] = (await find('東京')).results;
    expect(result && markedIn(result.excerpt)).toEqual(['東京']);
    expect(result && textOf(result.excerpt)).toBe('今日は東京へ行きました。');
  });

  it('returns the requested number of results and tells if there are more', async () => {
    for (const number of [1, 2, 3]) await createByApi(admin, { title: `Otter ${number}` });
    expect(await find('otter', '&limit=2')).toMatchObject({ results: [{}, {}], more: true });
    expect(await find('otter', '&limit=3')).toMatchObject({ results: [{}, {}, {}], more: false });
  });

  it.each(['', 'a', ' a ', 'x'.repeat(101)])('rejects the query %j', async (q) => {
    const response = await runSearch(q);
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION']);
  });

  it.each(['&limit=0', '&limit=51', '&limit=x', '&other=1', '&q=twice'])(
    'refuses %s',
    async (more) => expect((await runSearch('otter', more)).statusCode).toBe(400),
  );
});

describe('products', () => {
  const put = (fields: Parameters<typeof insertTestProduct>[1]) =>
    insertTestProduct(test.context.database, fields);

  it('are found by title, description, category and text, and ranked among articles', async () => {
    put({
      title: 'A field guide',
      slug: 'guide',
      description: 'Of owls',
      html: '<p>Moss, too</p>',
    });
    for (const q of ['field', 'owls', 'software', 'moss']) {
      expect([q, await titlesOf(q)]).toEqual([q, ['A field guide']]);
    }
    const [result] = (await find('moss')).results;
    expect(result).toMatchObject({ kind: 'product', path: '/shop/products/detail/guide' });
    expect(result && markedIn(result.excerpt)).toEqual(['Moss']);
    await createByApi(admin, { title: 'Moss in winter', description: 'x' });
    await createByApi(admin, { title: 'Stones', markdown: 'Much of it, and moss at the end' });
    expect((await titlesOf('moss'))[0]).toBe('Moss in winter');
    expect((await find('mosss')).corrected).toBe('moss');
    expect((await find('moss')).results).toHaveLength(3);
  });

  it.each(['draft', 'retired', 'deleted'] as const)(
    'are not found in the state %s',
    async (state) => {
      const { publicId } = put({ title: 'Wombat', html: '<p>secretword</p>' });
      expect(await titlesOf('secretword')).toEqual(['Wombat']);
      const change = 'UPDATE products SET state = ? WHERE public_id = ?';
      test.context.database.raw.prepare(change).run(state, publicId);
      for (const q of ['wombat', 'secretword', 'secretwrod']) {
        expect(await find(q)).toEqual({ results: [], more: false, corrected: null });
      }
    },
  );

  it('do not change the index when they are sold', async () => {
    const { id } = put({ title: 'Wombat' });
    const { database } = test.context;
    const before = readIndexVersion(database);
    database.raw.prepare('UPDATE products SET sold = sold + 1 WHERE id = ?').run(id);
    expect(readIndexVersion(database)).toBe(before);
  });
});

describe('built pages', () => {
  const hades: BuiltDocument = {
    kind: 'game',
    path: '/gamecorner/game/12',
    title: 'Hades',
    description: 'Of the underworld',
    tags: ['Action', 'Supergiant'],
    headings: ['Deaths'],
    text: 'Moss, olives and asphodel',
  };
  const planner: BuiltDocument = {
    kind: 'case-study',
    path: '/project/2',
    title: 'The night planner',
    description: 'Routes for trucks',
    tags: ['Node.js', 'Rust'],
    headings: ['Search'],
    text: 'Moss grows on it',
  };
  const put = (...documents: BuiltDocument[]) => {
    const { database } = test.context;
    return database.write(() => replaceBuiltDocuments(database, documents));
  };

  it.each([
    ['hades', hades],
    ['underworld', hades],
    ['supergi', hades],
    ['deaths', hades],
    ['asphodel', hades],
    ['planner', planner],
    ['node.js', planner],
    ['search', planner],
  ])('are found by %s', async (q, { kind, path }) => {
    await put(hades, planner);
    expect((await find(q)).results).toMatchObject([{ kind, path }]);
  });

  it('are ranked among articles and products', async () => {
    await put(hades, planner);
    const same = { title: 'Hades', description: 'Of the underworld' };
    await createByApi(admin, { ...same, tags: 'action,supergiant', markdown: 'Moss' });
    insertTestProduct(test.context.database, { ...same, slug: 'p', html: 'Moss' });
    expect((await find('moss')).results).toHaveLength(4);
    expect((await find('hades')).results.map(({ kind }) => kind).sort()).toEqual([
      'article',
      'game',
      'product',
    ]);
    expect((await find('hades olives')).results.map(({ kind }) => kind)).toEqual(['game']);
  });

  it('are found despite typos, and disappear with their build', async () => {
    await put(hades, planner);
    expect((await find('asphodle')).corrected).toBe('asphodel');
    await put(planner);
    expect(await find('asphodel')).toEqual({ results: [], more: false, corrected: null });
    expect(await find('asphodle')).toEqual({ results: [], more: false, corrected: null });
    expect(await titlesOf('planner')).toEqual(['The night planner']);
  });

  it('are found among more articles than are ranked if only they contain the words', async () => {
    await put(hades);
    const { database } = test.context;
    const { id: authorId } = insertTestUser(database);
    await database.write(() => {
      for (let number = 0; number < 600; number += 1) {
        insertTestArticle(database, { authorId, title: 'Moss in winter', publishedAt: number });
      }
    });
    expect((await find('moss')).results.map(({ kind }) => kind)).not.toContain('game');
    expect((await find('moss olives')).results).toMatchObject([{ kind: 'game' }]);
  });
});

describe('typo correction', () => {
  beforeEach(async () => {
    await createByApi(admin, { title: 'Learning JavaScript', markdown: 'A database of otters' });
  });

  it.each([
    ['javascirpt', 'javascript'],
    ['jvascript', 'javascript'],
    ['javvascriptt', 'javascript'],
    ['javascript databse', 'javascript database'],
    ['oters javascript', 'otters javascript'],
    ['ottres', 'otters'],
    ['javasxri', 'javascript'],
    ['LÉARNNIG', 'learning'],
  ])('corrects %s to %s and says so', async (typed, meant) => {
    const found = await find(typed);
    expect(found.corrected).toBe(meant);
    expect(found.results.map((result) => textOf(result.title))).toEqual(['Learning JavaScript']);
  });

  it.each(['xylophone', 'jvscrpt', 'dta', 'otters xylophone', 'jacascrupr'])(
    '%s is too far from everything',
    async (typed) => {
      expect(await find(typed)).toEqual({ results: [], more: false, corrected: null });
    },
  );

  it('uses words of live pages only', async () => {
    const { _id } = await createByApi(admin, { title: 'Quarterly' });
    expect((await find('quartrely')).corrected).toBe('quarterly');
    await admin(`PUT /api/articles/${_id}`, { draft: true });
    expect(await find('quartrely')).toEqual({ results: [], more: false, corrected: null });
    await createByApi(admin, { title: 'Quarrelly' });
    expect((await find('quarrelyl')).corrected).toBe('quarrelly');
  });
});

describe('search does not find', () => {
  it.each([
    ['a draft', { draft: true }],
    ['a scheduled article', { scheduledDate: '2026-02-02' }],
    ['an archived article', { archived: true }],
  ])('%s', async (_what, fields) => {
    await createByApi(admin, { title: 'Wombat', markdown: 'secretword', tags: 'hush', ...fields });
    for (const q of ['wombat', 'secretword', 'hush', 'secretwrod']) {
      expect(await find(q)).toEqual({ results: [], more: false, corrected: null });
      expect((await admin(`GET /api/search?q=${q}`)).json().results).toEqual([]);
    }
  });

  it('a deleted article, until it is restored', async () => {
    const { _id } = await createByApi(admin, { title: 'Wombat' });
    await admin(`DELETE /api/articles/${_id}`);
    expect(await titlesOf('wombat')).toEqual([]);
  });

  it('words that an edit took away', async () => {
    const { _id } = await createByApi(admin, { title: 'Wombat', tags: 'hush' });
    await admin(`PUT /api/articles/${_id}`, { title: 'Possum', tags: ['quiet'] });
    expect(await titlesOf('wombat')).toEqual([]);
    expect(await titlesOf('hush')).toEqual([]);
    expect(await titlesOf('possum')).toEqual(['Possum']);
    expect(await titlesOf('quiet')).toEqual(['Possum']);
  });
});

describe('search syntax', () => {
  it.each([
    '"',
    '""',
    "'",
    '*',
    '**',
    '"otters',
    'otters"',
    'otters*',
    'otters AND',
    'NOT otters',
    'title:otters',
    '{title} : otters',
    '^otters',
    'otters OR 1',
    'NEAR(otters others, 2)',
    '(otters',
    'otters)',
    '-otters',
    '+otters',
    'ot"ters',
    '\\"otters',
    'otters;--',
    '😀😀',
    '%00otters',
    'otters\u0000"',
    '\u0002otters\u0003',
    '\uD800otters',
    '--',
    '日"本',
  ])('%j is treated as text', async (q) => {
    await createByApi(admin, { title: 'All about otters' });
    const response = await runSearch(q.isWellFormed() ? q : q.toWellFormed());
    expect([q, [200, 400].includes(response.statusCode)]).toEqual([q, true]);
    if (response.statusCode === 400) expect(q.trim().length).toBeLessThan(2);
  });

  it('is treated as text for any input', async () => {
    await createByApi(admin, { title: 'All about otters' });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 2, maxLength: 30 }), async (q) => {
        const response = await runSearch(q);
        return response.statusCode === 200 || [...q.trim()].length < 2;
      }),
      { numRuns: 300 },
    );
  });
});

it('corrects two unknown words of a query, but not more', async () => {
  await createByApi(admin, { title: 'Copper kettle lantern' });
  expect((await find('coper ketle')).corrected).toBe('copper kettle');
  expect((await find('copper ketle lantren')).corrected).toBe('copper kettle lantern');
  expect(await find('coper ketle lantren')).toEqual({ results: [], more: false, corrected: null });
});

it('limits a client to 120 searches per minute', async () => {
  await using limited = await buildTestApp({
    config: { rateLimits: true },
    markdown: createPlainMarkdown(),
  });
  const search = (remoteAddress: string) =>
    limited.app.inject({ url: '/api/search?q=word', remoteAddress });
  for (let number = 0; number < 120; number += 1) {
    expect((await search('192.0.2.1')).statusCode).toBe(200);
  }
  const refused = await search('192.0.2.1');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(refused.headers['retry-after']).toBe('60');
  expect((await search('192.0.2.2')).statusCode).toBe(200);
  limited.clock.advance(60_000);
  expect((await search('192.0.2.1')).statusCode).toBe(200);
});
