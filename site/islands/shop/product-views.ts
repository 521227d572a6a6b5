import type { z } from 'zod';
import type { ProductCard } from '#contracts/page.ts';
import type { ProductResponse, productListResponse } from '#contracts/product.ts';
import { TITLE_SEARCH_MAX } from '#contracts/search-index.ts';
import { callApi } from '../../client/api-client.ts';
import { productPrice } from '../../format/price.ts';
import { PRODUCTS_PATH, sortChoices } from '../../format/product-list.ts';

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

export interface ViewRequest {
  view: View;
  /** The list before one more load is added to it; without it all products are loaded. */
  before?: ProductListView;
}

/** Products of one load, as documented. */
export const PER_LOAD = 9;
/** Maximum number of loads that one request restores after going back. */
const LOADS_MAX = 22;

export const FIRST_VIEW: View = { search: '', category: '', sort: '', loads: 1 };

/** Returns the view of a URL, ignoring invalid values. */
export function viewOf(query: string): View {
  const parameters = new URLSearchParams(query);
  const loads = Number(parameters.get('loads') ?? 1);
  const sort = parameters.get('sort') ?? '';
  return {
    search: [...(parameters.get('search') ?? '')].slice(0, TITLE_SEARCH_MAX).join(''),
    category: parameters.get('category') ?? '',
    sort: sortChoices.some(({ value }) => value === sort) ? sort : '',
    loads: Number.isSafeInteger(loads) && loads > 0 ? Math.min(loads, LOADS_MAX) : 1,
  };
}

/** Returns the URL of a view. */
export function productViewUrl({ search, category, sort, loads }: View): string {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(category && { category }),
    ...(sort && { sort }),
    ...(loads > 1 && { loads: String(loads) }),
  });
  return query.size > 0 ? `${PRODUCTS_PATH}?${query}` : PRODUCTS_PATH;
}

/** True if two views show the same products, regardless of their number. */
export const isSameList = (first: View, second: View): boolean =>
  first.search === second.search &&
  first.category === second.category &&
  first.sort === second.sort;

/** Loads the products of a view, or one more load of them. @throws ApiError */
export async function loadProducts(
  { view, before }: ViewRequest,
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
