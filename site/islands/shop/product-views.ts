import type { z } from 'zod';
import type { ProductCard } from '#contracts/page.ts';
import type { ProductResponse, productListResponse } from '#contracts/product.ts';
import { TITLE_SEARCH_MAX } from '#contracts/search-index.ts';
import { callApi } from '../../client/api-client.ts';
import { productPrice } from '../../format/price.ts';
import { sortChoices } from '../../format/product-list.ts';
import { readQuery, writeQuery } from '../ui/use-search-params.ts';

/** Filters and order of the list. */
export interface View {
  search: string;
  category: string;
  sort: string;
  /** Number of loads of nine products, from 1. */
  loads: number;
}

/** The visible list of products. */
export interface ProductListView {
  view: View;
  products: ProductCard[];
  /** Total number of matching products. */
  total: number;
  /** Index of the first product of the last load, if it was added to others. */
  added?: number;
}

export interface PageViewRequest {
  view: View;
  /** The list before one more load is added to it; without it all products are loaded. */
  before?: ProductListView;
}

/** Products of one load, as documented. */
export const PER_LOAD = 9;
/** Maximum number of loads that one request restores after going back. */
const LOADS_MAX = 22;

export const FIRST_VIEW: View = { search: '', category: '', sort: '', loads: 1 };

const spec = { defaults: FIRST_VIEW, allowed: { sort: sortChoices } };

/** Returns the view of the URL. */
export function readView(): View {
  const view = readQuery(spec);
  return {
    ...view,
    search: [...view.search].slice(0, TITLE_SEARCH_MAX).join(''),
    loads: Math.min(view.loads, LOADS_MAX),
  };
}

export const writeView = (view: View, how: 'push' | 'replace') => writeQuery(view, spec, how);

/** True if two views show the same products, regardless of their number. */
export const isSameList = (first: View, second: View): boolean =>
  first.search === second.search &&
  first.category === second.category &&
  first.sort === second.sort;

/** Loads the products of a view, or one more load of them. @throws ApiError */
export async function loadProducts(
  { view, before }: PageViewRequest,
  signal: AbortSignal,
): Promise<ProductListView> {
  const { search, category, sort, loads } = view;
  const query = new URLSearchParams({
    limit: String(before ? PER_LOAD : PER_LOAD * loads),
    ...(before && { page: String(loads) }),
    ...(sort && { sort }),
    ...(category && { category }),
    ...(search && { 'title[regex]': search }),
  });
  const response = await callApi<z.infer<typeof productListResponse>>(
    'GET',
    `/api/products?${query}`,
    { signal, retry: false },
  );
  const products = response.products.map(toCard);
  if (!before) return { view, products, total: response.result };
  // A product that was created meanwhile shifts the others by one.
  const shownIds = new Set(before.products.map(({ id }) => id));
  const more = products.filter(({ id }) => !shownIds.has(id));
  return {
    view,
    products: [...before.products, ...more],
    total: response.result,
    added: before.products.length,
  };
}

/** Returns a product as in its published card. */
const toCard = (product: ProductResponse): ProductCard => ({
  ...product,
  id: product._id,
  price: productPrice(product),
  cover: product.gallery[0] ?? null,
});
