import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductSort } from '#contracts/product.ts';
import { insertTestProduct } from '../testing/factories.ts';
import { type PlanReader, readPlans, sorts, walks } from '../testing/query-plans.ts';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import * as shares from './hot/images.ts';
import * as products from './hot/products.ts';
import * as published from './hot/published-products.ts';
import * as shards from './hot/shards.ts';
import * as files from './repositories/product-files.ts';
import * as productUploads from './repositories/product-files.ts';
import * as categories from './repositories/products.ts';
import * as writes from './repositories/products.ts';

let database: Database;
let plans: PlanReader;
beforeAll(() => {
  database = openMigrated();
  for (let number = 0; number < 300; number += 1) {
    const categoryId = 1 + (number % 2);
    insertTestProduct(database, { price: number % 40, sold: number % 7, categoryId });
  }
  plans = readPlans(database);
});
afterAll(() => database.close());

const live = { states: ['live' as const] };
const books = { ...live, category: 'Books' };
const load = (sort: ProductSort) => ({ sort, limit: 9, offset: 0 });
const sortNames: ProductSort[] = [
  ...(['newest', 'oldest', 'best-selling', 'cheapest', 'dearest', 'title'] as const),
];

describe('lists use an index in their order', () => {
  it.each(sortNames)('%s', (sort) => {
    const plan = plans.plansOf(() => products.listProducts(database, live, load(sort)));
    expect([walks(plan), sorts(plan)]).toEqual([[], []]);
  });

  it.each(sortNames)('%s of a category', (sort) => {
    const plan = plans.plansOf(() => products.listProducts(database, books, load(sort)));
    expect([walks(plan), sorts(plan)]).toEqual([[], []]);
  });
});

describe('no statement scans a table', () => {
  it.each<[string, () => unknown]>([
    [
      'part of a title',
      () => products.listProducts(database, { ...live, title: 'duct' }, load('newest')),
    ],
    [
      'two letters',
      () => products.listProducts(database, { ...live, title: 'du' }, load('newest')),
    ],
    [
      'all states',
      () => products.listProducts(database, { states: ['draft', 'live'] }, load('title')),
    ],
    ['how many', () => products.countProducts(database, live)],
    ['how many of a category', () => products.countProducts(database, books)],
    ['by any name', () => products.findProduct(database, 'nowhere')],
    ['by row', () => products.findProductById(database, 1)],
    ['former addresses', () => products.listProductFormerSlugs(database, 1)],
    ['whether an address is taken', () => products.productSlugIsTaken(database, 'x', 1)],
    [
      'counting a sale',
      () => database.raw.transaction(() => writes.incrementSold(database.query, 1, 1, 5))(),
    ],
    [
      'its images',
      () => database.raw.transaction(() => writes.writeProductImages(database.query, 1, []))(),
    ],
    ['categories', () => categories.listProductCategories(database)],
    ['a category', () => categories.findProductCategory(database, 1)],
    ['a category by name', () => categories.findProductCategoryByName(database, 'books')],
    ['moving products', () => categories.moveProducts(database, 99, 1)],
    ['deleting a category', () => categories.deleteProductCategory(database, 99)],
    ['versions of files', () => files.listFileVersions(database, 1)],
    ['files', () => files.listCurrentFiles(database, 1)],
    ['the newest version', () => files.findNewestVersion(database, 1)],
    ['whether a version is taken', () => files.isVersionTaken(database, 1, '1.0')],
    [
      'what stands beside a product',
      () => published.readNearProducts(database, { id: 9, categoryId: 1, listedAt: 1 }),
    ],
    ['a numbered page', () => published.readProductsBetween(database, 0, 24)],
    ['the pages beside it', () => published.readProductsBeside(database, 2)],
    ['categories of the shop', () => published.readShopCategories(database)],
    ['every address', () => published.readReadableProductKeys(database)],
    ['the newest row', () => shards.readHighestLiveId(database, 'products')],
    ['a part of the sitemap', () => shards.readSitemapRows(database, 'products', 0, 1000)],
    ['a part of the static index', () => published.readIndexedProducts(database, 0, 1000)],
    ['the parts of the static index', () => shards.readLiveShards(database, 'products', 1000)],
    [
      'what an Open Graph image shows',
      () => shares.findShareKey(database, { kind: 'product', id: 1 }),
    ],
    [
      'products to draw for',
      () => shares.listShareableBelow(database, { kind: 'product', id: 9 }, 5),
    ],
    ['an upload', () => productUploads.findProductUpload(database, 'x')],
    ['uploads to purge', () => productUploads.deleteStaleUploads(database, 0)],
  ])('%s', (_what, work) => {
    expect(walks(plans.plansOf(work))).toEqual([]);
  });
});

it('counts sales and restores a product that was deleted during a payment', async () => {
  const { id } = insertTestProduct(database, { state: 'deleted', deletedAt: 3 });
  await database.write((query) => {
    writes.incrementSold(query, id, 2, 10);
    writes.incrementSold(query, id, -1, 20);
    writes.incrementSold(query, id, -5, 30);
  });
  expect(products.findProductById(database, id)).toMatchObject({
    state: 'retired',
    sold: 0,
    firstSoldAt: 10,
  });
});
