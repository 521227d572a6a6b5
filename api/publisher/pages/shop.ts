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
  readHighestLiveProduct,
  readProductsBeside,
  readProductsBetween,
  readShopCategories,
} from '../../db/hot/published-products.ts';
import { tag } from '../dependency-tags.ts';
import { htmlFile, type PageContext, type PageLoader, type PageSource } from '../page-source.ts';
import { cardReads, readShop, toProductCard } from './product-card.ts';

/** Products of each shelf of /shop. */
const SHELF = 3;

/** /shop is there even while nothing is sold. */
export const shopPage: PageLoader = (context, path) => {
  const { database } = context;
  const card = cardsOf(context);
  const newest = best(database, 'newest', SHELF);
  const bestSelling = best(database, 'best-selling', SHELF).filter(({ sold }) => sold > 0);
  const categories = readShopCategories(database).map((category) => ({
    ...category,
    newest: best(database, 'newest', SHELF, category.name),
  }));
  const shown = [...newest, ...bestSelling, ...categories.flatMap((shelf) => shelf.newest)];
  const page: PublishedPage = {
    kind: 'shop',
    total: countProducts(database, { states: ['live'] }),
    newest: newest.map(card),
    bestSelling: bestSelling.map(card),
    categories: categories.map(({ name, count, newest: shelf }) => ({
      name,
      count,
      newest: shelf.map(card),
    })),
  };
  return source(path, page, [PRODUCTS_TAG, ...categoryReads(categories), ...cardReads(shown)]);
};

/** /shop/products shows the newest; every product stands on a numbered page besides. */
export const productListPage: PageLoader = (context, path) => {
  const { database } = context;
  const items = best(database, 'newest', PRODUCTS_PER_LOAD);
  const total = countProducts(database, { states: ['live'] });
  const categories = readShopCategories(database);
  const last = readHighestLiveProduct(database);
  const page: PublishedPage = {
    kind: 'products',
    total,
    items: items.map(cardsOf(context)),
    categories: categories.map(({ name, count }) => ({ name, count })),
    older: total > items.length ? productsPagePath(productsPageOf(last)) : null,
  };
  return source(path, page, [PRODUCTS_TAG, ...categoryReads(categories), ...cardReads(items)]);
};

/**
 * /shop/products/page/{n}: by row id, so that a product changes one of these pages and at most its two
 * neighbours, however many there are.
 */
export const productNumberedPage: PageLoader = (context, path, parameter) => {
  const { database } = context;
  const number = Number(parameter);
  const from = (number - 1) * PRODUCT_IDS_PER_PAGE;
  const items = readProductsBetween(database, from, from + PRODUCT_IDS_PER_PAGE);
  if (items.length === 0) return null;
  const { older, newer } = readProductsBeside(database, number);
  const address = (id: number | null) =>
    id === null ? null : productsPagePath(productsPageOf(id));
  const page: PublishedPage = {
    kind: 'products-numbered',
    number,
    items: items.map(cardsOf(context)),
    newer: address(newer) ?? '/shop/products',
    older: address(older),
  };
  return source(path, page, cardReads(items));
};

const best = (database: Connection, sort: ProductSort, limit: number, category?: string) =>
  listProducts(database, { states: ['live'], category }, { sort, limit, offset: 0 });

function cardsOf(context: PageContext) {
  const shop = readShop(context);
  return (product: ProductSummary) => toProductCard(product, shop);
}

const categoryReads = (categories: { id: number }[]) =>
  categories.map(({ id }) => productCategoryTag(id));

const source = (path: string, page: PublishedPage, reads: string[]): PageSource => ({
  kind: 'page',
  file: htmlFile(path),
  reads: [...new Set([tag.shopSettings, ...reads])],
  content: { page },
});
