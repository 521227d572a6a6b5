import type { z } from 'zod';
import type { CategoryResponse, categoryChangeResponse } from '#contracts/category.ts';
import type {
  ProductListQuery,
  ProductResponse,
  productChangeResponse,
  productConflictResponse,
  productCreateRequest,
  productDeleteResponse,
  productListResponse,
} from '#contracts/product.ts';
import type { ProductUploadLimits } from '#contracts/product-upload.ts';
import { ApiError, callApi } from './api-client.ts';

export type Product = ProductResponse;
export type Category = CategoryResponse;
export type ProductList = z.infer<typeof productListResponse>;
type Change = z.infer<typeof productChangeResponse>;
type Body = z.input<typeof productCreateRequest>;

/** Which products the list asks for. */
export interface ProductQuery {
  state: ProductListQuery['state'];
  search: string;
  page: number;
}

const address = (id: string) => `/api/products/${encodeURIComponent(id)}`;

export function listProducts(query: ProductQuery, signal?: AbortSignal): Promise<ProductList> {
  const { state, search, page } = query;
  const words = new URLSearchParams({ state, page: String(page), limit: '24', title: search });
  return callApi('GET', `/api/products?${words}`, signal ? { signal } : {});
}

export const readProduct = (id: string, signal?: AbortSignal): Promise<Product> =>
  callApi('GET', address(id), signal ? { signal } : {});

export const createProduct = async (body: Body): Promise<Product> =>
  (await callApi<Change>('POST', '/api/products', { body })).product;

/** @param version the one that was seen; another one is a conflict */
export const changeProduct = async (id: string, body: Body, version: number): Promise<Product> =>
  (
    await callApi<Change>('PUT', address(id), {
      body,
      headers: { 'if-match': `"v${version}"` },
    })
  ).product;

export const deleteProduct = (id: string): Promise<z.infer<typeof productDeleteResponse>> =>
  callApi('DELETE', address(id));

/** The product as it is stored now, when the error says that somebody else changed it. */
export function conflictOf(error: unknown): Product | null {
  if (!(error instanceof ApiError) || error.code !== 'EDIT_CONFLICT') return null;
  return (error.details as Partial<z.infer<typeof productConflictResponse>> | null)?.theirs ?? null;
}

export const listCategories = async (signal?: AbortSignal): Promise<Category[]> =>
  (await callApi<{ categories: Category[] }>('GET', '/api/category', signal ? { signal } : {}))
    .categories;

export const readLimits = (): Promise<ProductUploadLimits> =>
  callApi('GET', '/api/admin/product-uploads');

type CategoryChange = z.infer<typeof categoryChangeResponse>;

export const addCategory = (name: string): Promise<CategoryChange> =>
  callApi('POST', '/api/category', { body: { name } });

export const renameCategory = (id: string, name: string): Promise<CategoryChange> =>
  callApi('PUT', `/api/category/${id}`, { body: { name } });

/** @param into where its products move to, if it has any */
export const deleteCategory = (id: string, into: string | null): Promise<{ msg: string }> =>
  callApi('DELETE', `/api/category/${id}${into === null ? '' : `?into=${into}`}`);
