import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductSort } from '#contracts/product.ts';
import { insertTestProduct } from '../testing/factories.ts';
import { type PlanReader, readPlans, sorts, walks } from '../testing/query-plans.ts';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import * as ogImages from './hot/images.ts';
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
      'products.listProducts: search',
      () => products.listProducts(database, { ...live, title: 'duct' }, load('newest')),
    ],
    [
      'products.listProducts: two letters',
      () => products.listProducts(database, { ...live, title: 'du' }, load('newest')),
    ],
    [
      'products.listProducts: several states',
      () => products.listProducts(database, { states: ['draft', 'live'] }, load('title')),
    ],
    ['products.countProducts: all', () => products.countProducts(database, live)],
    ['products.countProducts: category', () => products.countProducts(database, books)],
    ['products.findProduct', () => products.findProduct(database, 'nowhere')],
    ['products.findProductById', () => products.findProductById(database, 1)],
    ['products.listProductFormerSlugs', () => products.listProductFormerSlugs(database, 1)],
    ['products.productSlugIsTaken', () => products.productSlugIsTaken(database, 'x', 1)],
    [
      'writes.incrementSold',
      () => database.raw.transaction(() => writes.incrementSold(database.query, 1, 1, 5))(),
    ],
    [
      'writes.writeProductImages',
      () => database.raw.transaction(() => writes.writeProductImages(database.query, 1, []))(),
    ],
    ['categories.listProductCategories', () => categories.listProductCategories(database)],
    ['categories.findProductCategory', () => categories.findProductCategory(database, 1)],
    [
      'categories.findProductCategoryByName',
      () => categories.findProductCategoryByName(database, 'books'),
    ],
    ['categories.moveProducts', () => categories.moveProducts(database, 99, 1)],
    ['categories.deleteProductCategory', () => categories.deleteProductCategory(database, 99)],
    ['files.listFileVersions', () => files.listFileVersions(database, 1)],
    ['files.listCurrentFiles', () => files.listCurrentFiles(database, 1)],
    ['files.findNewestVersion', () => files.findNewestVersion(database, 1)],
    ['files.isVersionTaken', () => files.isVersionTaken(database, 1, '1.0')],
    [
      'published.readNearProducts',
      () => published.readNearProducts(database, { id: 9, categoryId: 1, listedAt: 1 }),
    ],
    ['published.readProductsBetween', () => published.readProductsBetween(database, 0, 24)],
    ['published.readProductsBeside', () => published.readProductsBeside(database, 2)],
    ['published.readShopCategories', () => published.readShopCategories(database)],
    ['published.readReadableProductKeys', () => published.readReadableProductKeys(database)],
    ['shards.readHighestLiveId', () => shards.readHighestLiveId(database, 'products')],
    ['shards.readSitemapRows', () => shards.readSitemapRows(database, 'products', 0, 1000)],
    ['published.readIndexedProducts', () => published.readIndexedProducts(database, 0, 1000)],
    ['shards.readLiveShards', () => shards.readLiveShards(database, 'products', 1000)],
    [
      'ogImages.findOgImageKey',
      () => ogImages.findOgImageKey(database, { kind: 'product', id: 1 }),
    ],
    [
      'ogImages.listReadableBelow',
      () => ogImages.listReadableBelow(database, { kind: 'product', id: 9 }, 5),
    ],
    ['productUploads.findProductUpload', () => productUploads.findProductUpload(database, 'x')],
    ['productUploads.deleteStaleUploads', () => productUploads.deleteStaleUploads(database, 0)],
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
