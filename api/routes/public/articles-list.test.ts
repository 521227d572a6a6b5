import { beforeAll, describe, expect, it } from 'vitest';
import { articleListResponse } from '#contracts/article.ts';
import { updateArticle } from '../../db/repositories/articles.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';
import { createPlainMarkdown } from '../../testing/fakes.ts';

let test: TestApp;
let guest: Caller;
let member: Caller;
let admin: Caller;
let otherAuthor: string;

const titles = [
  '100% sure',
  '100 sure',
  'snake_case',
  'snakeXcase',
  'array[0]',
  'call(me)',
  'a.c',
  'abc',
  'Größe zählt',
  'say "hello"',
  "it's fine",
  'back\\slash',
  'star*',
  'AND OR NOT',
  'Zebra',
];

beforeAll(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  const { database } = test.context;
  const owner = await signedInAs(test, { role: 'admin' });
  guest = callerOf(test.app);
  member = callerOf(test.app, await signedInAs(test));
  admin = callerOf(test.app, owner);
  for (const title of titles) {
    await createByApi(admin, { title, tags: 'plain', category: 'Notes' });
    test.clock.advance(60_000);
  }
  await createByApi(admin, {
    title: 'Tagged',
    tags: ['react', 'C++'],
    category: ['Code', 'Notes'],
  });
  await createByApi(admin, { title: 'Kept draft', draft: true, tags: 'react' });
  await createByApi(admin, { title: 'Kept for later', scheduledDate: '2026-02-01', tags: 'react' });
  await createByApi(admin, { title: 'Kept archived', archive: true, tags: 'react' });
  const bin = await createByApi(admin, { title: 'Kept in the bin', tags: 'react' });
  await admin(`DELETE /api/articles/${bin._id}`);
  const other = insertTestUser(database);
  otherAuthor = other.publicId;
  const { id } = insertTestArticle(database, { authorId: other.id, title: 'By somebody else' });
  updateArticle(database.query, id, 1, {}, { tags: ['react'] });
  return () => test.close();
});

async function list(call: Caller, query: string) {
  const response = await call(`GET /api/articles?${query}`);
  expect(response.statusCode).toBe(200);
  const page = articleListResponse.parse(response.json());
  return { ...page, titles: page.articles.map((article) => article.title) };
}

/** The query for a title, as a browser sends it. */
const searchFor = (title: string) => new URLSearchParams({ 'title[regex]': title, limit: '50' });

describe('the list of articles', () => {
  it('returns three articles per page, newest first, with the total number', async () => {
    const page = await list(guest, '');
    expect(page.titles).toEqual(['Tagged', 'Zebra', 'AND OR NOT']);
    expect(page).toMatchObject({ result: titles.length + 2, page: 1, pages: 6 });
    expect(page.articles[0]).not.toHaveProperty('markdown');
    expect(page.articles[0]).not.toHaveProperty('content');
  });

  it('returns each article on exactly one page, and none after the last page', async () => {
    const seen: string[] = [];
    for (let number = 1; number <= 6; number += 1) {
      seen.push(...(await list(guest, `page=${number}`)).titles);
    }
    expect(new Set(seen).size).toBe(titles.length + 2);
    expect(seen).toHaveLength(titles.length + 2);
    expect(await list(guest, 'page=7')).toMatchObject({ articles: [], result: titles.length + 2 });
  });

  it.each([
    ['newest', 'Tagged', 'By somebody else'],
    ['oldest', 'By somebody else', 'Tagged'],
    ['title', '100 sure', 'Zebra'],
  ])('sorts by %s', async (sort, first, last) => {
    const { titles: sorted } = await list(guest, `sort=${sort}&limit=100`);
    expect([sorted.at(0), sorted.at(-1)]).toEqual([first, last]);
  });

  it.each([
    ['tag=react', ['Tagged', 'By somebody else']],
    ['tag=cpp', ['Tagged']],
    ['tag=nothing', []],
    ['category=Code', ['Tagged']],
    ['category=code', ['Tagged']],
    ['category=Nothing', []],
    ['category=Notes&tag=react', ['Tagged']],
    ['author=unknown', []],
    ['title=tag&tag=react', ['Tagged']],
  ])('filters by %s', async (query, expected) => {
    const page = await list(guest, `${query}&limit=50`);
    expect(page.titles).toEqual(expected);
    expect(page.result).toBe(expected.length);
  });

  it('filters by author', async () => {
    const page = await list(guest, `author=${otherAuthor}`);
    expect(page.titles).toEqual(['By somebody else']);
    expect(page.articles[0]?.id).toBe(otherAuthor);
  });

  it('filters by a tag as long as a tag may be', async () => {
    const long = 'x'.repeat(60);
    await createByApi(admin, { title: 'Long tag', tags: [long], draft: true });
    expect((await list(admin, `tag=${long}&state=draft`)).titles).toEqual(['Long tag']);
  });
});

describe('searching titles', () => {
  it.each([
    ['100%', ['100% sure']],
    ['%', ['100% sure']],
    ['_', ['snake_case']],
    ['snake_', ['snake_case']],
    ['[0]', ['array[0]']],
    ['(me)', ['call(me)']],
    ['(', ['call(me)']],
    ['[', ['array[0]']],
    ['a.c', ['a.c']],
    ['.*', []],
    ['^a', []],
    ['"', ['say "hello"']],
    ['"hello"', ['say "hello"']],
    ["t's", ["it's fine"]],
    ['\\', ['back\\slash']],
    ['k\\s', ['back\\slash']],
    ['*', ['star*']],
    ['r*', ['star*']],
    ['ar*', ['star*']],
    ['OR NOT', ['AND OR NOT']],
    ['NEAR(', []],
    ["'; DROP TABLE articles; --", []],
  ])('takes %s literally', async (text, expected) => {
    expect((await list(guest, `${searchFor(text)}`)).titles).toEqual(expected);
  });

  it.each([
    ['SNAKE_CASE', ['snake_case']],
    ['zEBRa', ['Zebra']],
    ['GRÖSSE', []],
    ['GRÖ', ['Größe zählt']],
    ['ZÄHLT', ['Größe zählt']],
    ['Ö', ['Größe zählt']],
    ['Z', ['Zebra', 'Größe zählt']],
  ])('ignores the case of %s', async (text, expected) => {
    expect((await list(guest, `${searchFor(text)}`)).titles).toEqual(expected);
  });

  it('uses the first 20 characters and drops the rest', async () => {
    await createByApi(admin, { title: '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡 and then some', draft: true });
    const search = searchFor('𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡 and then XXX never in a title');
    search.set('state', 'draft');
    expect((await list(admin, `${search}`)).titles).toEqual(['𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡 and then some']);
  });

  it('treats title like title[regex]', async () => {
    expect((await list(guest, 'title=zebra')).titles).toEqual(['Zebra']);
  });

  it('returns all articles for an empty text', async () => {
    expect((await list(guest, 'title[regex]=')).result).toBe(titles.length + 2);
  });

  it('returns an empty list for a text with a null character', async () => {
    expect((await list(guest, 'title=abc%00def')).titles).toEqual([]);
    expect((await list(guest, 'title=%00')).titles).toEqual([]);
  });
});

describe('an invalid query of a list', () => {
  it.each([
    ['a text twice', 'title[regex]=a&title[regex]=b'],
    ['another operator', 'title[ne]=a'],
    ['page 0', 'page=0'],
    ['a page that is no number', 'page=two'],
    ['more than 100 at once', 'limit=101'],
    ['none at once', 'limit=0'],
    ['an unknown order', 'sort=views'],
    ['an unknown state', 'state=secret'],
    ['an unknown filter', 'password=x'],
  ])('is %s', async (_what, query) => {
    const response = await guest(`GET /api/articles?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION', msg: expect.stringMatching(/\w/) });
  });
});

describe('states', () => {
  const hidden = ['Kept draft', 'Kept for later', 'Kept archived', 'Kept in the bin'];

  it.each(['draft', 'scheduled', 'archived', 'deleted', 'all'])(
    '%s is rejected for guests and members',
    async (state) => {
      for (const call of [guest, member]) {
        const response = await call(`GET /api/articles?state=${state}`);
        expect(response.statusCode).toBe(403);
        expect(response.json()).toEqual({ code: 'NOT_ADMIN', msg: "You're not an admin" });
      }
    },
  );

  it('other than live are not shown to guests and members', async () => {
    for (const call of [guest, member]) {
      const page = await list(call, 'state=live&limit=100');
      expect(page.result).toBe(titles.length + 2);
      expect(page.titles.filter((title) => hidden.includes(title))).toEqual([]);
      for (const title of hidden) expect((await list(call, `${searchFor(title)}`)).result).toBe(0);
    }
  });

  it('other than live return 401 for an expired session', async () => {
    const response = await guest('GET /api/articles?state=draft', undefined, { 'x-member': '1' });
    expect([response.statusCode, response.json().code]).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it.each([
    ['draft', 'Kept draft'],
    ['scheduled', 'Kept for later'],
    ['archived', 'Kept archived'],
    ['deleted', 'Kept in the bin'],
  ])('%s are shown to the admin', async (state, title) => {
    const page = await list(admin, `state=${state}&tag=react`);
    expect(page.titles).toEqual([title]);
    expect(page.articles[0]?.state).toBe(state);
  });

  it('are all shown to the admin, except the bin', async () => {
    const page = await list(admin, 'state=all&tag=react&limit=100');
    expect(page.titles.filter((title) => hidden.includes(title)).sort()).toEqual([
      'Kept archived',
      'Kept draft',
      'Kept for later',
    ]);
  });
});
