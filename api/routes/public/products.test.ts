import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerOf } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestProduct } from '../../testing/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  const { database } = test.context;
  const rows = [
    { title: 'Alpha 100%', price: 900, sold: 5, categoryId: 2 },
    { title: 'beta_kit', price: 0, sold: 9 },
    { title: 'Gamma (a.b)', price: 2500, sold: 0, categoryId: 2 },
    { title: 'Delta "quoted"', price: 900, sold: 7 },
    { title: 'A draft of alpha', state: 'draft' as const, liveAt: null },
    { title: 'Retired alpha', state: 'retired' as const },
    { title: 'Deleted alpha', state: 'deleted' as const, deletedAt: 1 },
  ];
  for (const [at, row] of rows.entries()) {
    insertTestProduct(database, { listedAt: at, ...row });
  }
});
afterAll(() => test.close());

const listProducts = async (query: string) => callerOf(test.app)(`GET /api/products${query}`);
const titles = async (query: string) =>
  (await listProducts(query)).json().products.map((product: { title: string }) => product.title[0]);

it.each<[string, string[]]>([
  ['', ['D', 'G', 'b', 'A']],
  ['?sort=', ['D', 'G', 'b', 'A']],
  ['?limit=9&&title[regex]=', ['D', 'G', 'b', 'A']],
  ['?sort=oldest', ['A', 'b', 'G', 'D']],
  ['?sort=-sold', ['b', 'D', 'A', 'G']],
  ['?sort=price', ['b', 'A', 'D', 'G']],
  ['?sort=-price', ['G', 'D', 'A', 'b']],
  ['?sort=title', ['A', 'b', 'D', 'G']],
  ['?limit=2', ['D', 'G']],
  ['?limit=2&page=2', ['b', 'A']],
  ['?category=Books', ['G', 'A']],
  ['?category=books&sort=price', ['A', 'G']],
  ['?category=Nothing', []],
  ['?title[regex]=ALPHA', ['A']],
  ['?title=ta', ['D', 'b']],
  ['?title[regex]=.*', []],
  ['?title[regex]=a.b', ['G']],
  ['?title[regex]=100%25', ['A']],
  ['?title[regex]=_ki', ['b']],
  ['?title[regex]=%22quo', ['D']],
  ['?title[regex]=%25', ['A']],
  ["?title[regex]=' OR 1=1 --", []],
  [`?title[regex]=${encodeURIComponent('Gamma (a.b)')}`, ['G']],
  [`?title[regex]=${'x'.repeat(200)}`, []],
  ['?state=all', ['D', 'G', 'b', 'A']],
  ['?state=draft', ['D', 'G', 'b', 'A']],
])('GET /api/products%s finds %j', async (query, found) => {
  expect(await titles(query.replaceAll(' ', '%20'))).toEqual(found);
});

it('uses twenty characters of a search, as documented', async () => {
  insertTestProduct(test.context.database, { title: 'x'.repeat(20), listedAt: -1 });
  expect(await titles(`?title[regex]=${'x'.repeat(20)}yyy`)).toEqual(['x']);
});

it('returns the total number, limits the page size and links further pages', async () => {
  const response = (await listProducts('?limit=5000')).json();
  expect([response.products.length, response.result, response.page, response.pages]).toEqual([
    5, 5, 1, 1,
  ]);
  expect((await listProducts('?limit=2')).json()).toMatchObject({ result: 5, pages: 3 });
  const [product] = response.products;
  expect([product.content, product.html, product.files]).toEqual([undefined, undefined, undefined]);
});

it.each([
  '?sort=sold',
  '?sort=password',
  '?sort=price&sort=title',
  '?title[regex]=a&title[regex]=b',
  '?title[$ne]=',
  '?price[gte]=1',
  '?title[regex][x]=a',
  '?limit=0',
  '?limit=-9',
  '?limit=1.5',
  '?limit=many',
  '?page=0',
  '?state=deleted',
  '?constructor=1',
  '?_id=1',
])('GET /api/products%s is refused', async (query) => {
  expect((await listProducts(query)).statusCode).toBe(400);
});
