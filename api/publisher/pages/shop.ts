import type { PublishedPage } from '#contracts/page.ts';
import {
  PRODUCT_IDS_PER_PAGE,
  PRODUCTS_PER_LOAD,
  PRODUCTS_TAG,
  type ProductSort,
  productCategoryTag,
  productsPageOf,
  productsPagePath,
} from '#contracts/product.ts';
import type { Connection } from '../../db/connection.ts';
import { countProducts, listProducts, type ProductSummary } from '../../db/hot/products.ts';
import {
  readProductsBeside,
  readProductsBetween,
  readShopCategories,
} from '../../db/hot/published-products.ts';
import { readHighestLiveId } from '../../db/hot/shards.ts';
import {
  htmlFile,
  type PageContext,
  type PageLoader,
  type PageSource,
  tag,
} from '../page-source.ts';
import { cardDependencies, readShop, toProductCard } from './product.ts';

const PRODUCTS_PER_ROW = 3;

/** Loads /shop, which exists even without products. */
export const shopPage: PageLoader = (context, path) => {
  const { database } = context;
  const card = cardsOf(context);
  const newest = listTopProducts(database, 'newest', PRODUCTS_PER_ROW);
  const bestSelling = listTopProducts(database, 'best-selling', PRODUCTS_PER_ROW).filter(
    ({ sold }) => sold > 0,
  );
  const categories = readShopCategories(database).map((category) => ({
    ...category,
    newest: listTopProducts(database, 'newest', PRODUCTS_PER_ROW, category.name),
  }));
  const shown = [...newest, ...bestSelling, ...categories.flatMap(({ newest }) => newest)];
  const page: PublishedPage = {
    kind: 'shop',
    total: countProducts(database, { states: ['live'] }),
    newest: newest.map(card),
    bestSelling: bestSelling.map(card),
    categories: categories.map(({ name, count, newest: products }) => ({
      name,
      count,
      newest: products.map(card),
    })),
  };
  return source(path, page, [
    PRODUCTS_TAG,
    ...categoryDependencies(categories),
    ...cardDependencies(shown),
  ]);
};

/** Loads /shop/products, the newest products; numbered pages list all products. */
export const productListPage: PageLoader = (context, path) => {
  const { database } = context;
  const items = listTopProducts(database, 'newest', PRODUCTS_PER_LOAD);
  const total = countProducts(database, { states: ['live'] });
  const categories = readShopCategories(database);
  const last = readHighestLiveId(database, 'products');
  const page: PublishedPage = {
    kind: 'products',
    total,
    items: items.map(cardsOf(context)),
    categories: categories.map(({ name, count }) => ({ name, count })),
    older: total > items.length ? productsPagePath(productsPageOf(last)) : null,
  };
  return source(path, page, [
    PRODUCTS_TAG,
    ...categoryDependencies(categories),
    ...cardDependencies(items),
  ]);
};

/**
 * Loads /shop/products/page/{n}. Pages contain ranges of row ids, so that a product changes only its own
 * page and at most the two neighbours.
 */
export const productNumberedPage: PageLoader = (context, path, parameter) => {
  const { database } = context;
  const number = Number(parameter);
  const from = (number - 1) * PRODUCT_IDS_PER_PAGE;
  const items = readProductsBetween(database, from, from + PRODUCT_IDS_PER_PAGE);
  if (items.length === 0) return null;
  const { older, newer } = readProductsBeside(database, number);
  const pathOf = (id: number | null) => (id === null ? null : productsPagePath(productsPageOf(id)));
  const page: PublishedPage = {
    kind: 'products-numbered',
    number,
    items: items.map(cardsOf(context)),
    newer: pathOf(newer) ?? '/shop/products',
    older: pathOf(older),
  };
  return source(path, page, cardDependencies(items));
};

const listTopProducts = (
  database: Connection,
  sort: ProductSort,
  limit: number,
  category?: string,
) => listProducts(database, { states: ['live'], category }, { sort, limit, offset: 0 });

function cardsOf(context: PageContext) {
  const shop = readShop(context);
  return (product: ProductSummary) => toProductCard(product, shop);
}

const categoryDependencies = (categories: { id: number }[]) =>
  categories.map(({ id }) => productCategoryTag(id));

const source = (path: string, page: PublishedPage, dependencies: string[]): PageSource => ({
  kind: 'page',
  file: htmlFile(path),
  dependencies: [...new Set([tag.shopSettings, ...dependencies])],
  content: { page },
});
