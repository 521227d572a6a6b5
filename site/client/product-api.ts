import type { z } from 'zod';
import type {
  CategoryResponse,
  categoryChangeResponse,
  ProductListQuery,
  ProductResponse,
  productChangeResponse,
  productCreateRequest,
  productDeleteResponse,
  productListResponse,
} from '#contracts/product.ts';
import type { ProductUploadLimits, Uploaded } from '#contracts/upload.ts';
import { callApi } from './api-client.ts';
import { conflictOf } from './edit-conflict.ts';

export type Product = ProductResponse;
export type Category = CategoryResponse;
export type ProductList = z.infer<typeof productListResponse>;
type Change = z.infer<typeof productChangeResponse>;
type Body = z.input<typeof productCreateRequest>;

/** Filter and page of the product list. */
export interface ProductQuery {
  state: ProductListQuery['state'];
  search: string;
  page: number;
}

const productPath = (id: string) => `/api/products/${encodeURIComponent(id)}`;

export function listProducts(query: ProductQuery, signal?: AbortSignal): Promise<ProductList> {
  const { state, search, page } = query;
  const parameters = new URLSearchParams({ state, page: String(page), limit: '24', title: search });
  return callApi('GET', `/api/products?${parameters}`, signal ? { signal } : {});
}

export const readProduct = (id: string, signal?: AbortSignal): Promise<Product> =>
  callApi('GET', productPath(id), signal ? { signal } : {});

export const createProduct = async (body: Body): Promise<Product> =>
  (await callApi<Change>('POST', '/api/products', { body })).product;

/** @param version version that was edited; the API responds with a conflict if it is not the current one */
export const changeProduct = async (id: string, body: Body, version: number): Promise<Product> =>
  (
    await callApi<Change>('PUT', productPath(id), {
      body,
      headers: { 'if-match': `"v${version}"` },
    })
  ).product;

export const deleteProduct = (id: string): Promise<z.infer<typeof productDeleteResponse>> =>
  callApi('DELETE', productPath(id));

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

/** @param into ID of the category that its products move to, or null */
export const deleteCategory = (id: string, into: string | null): Promise<{ msg: string }> =>
  callApi('DELETE', `/api/category/${id}${into === null ? '' : `?into=${into}`}`);

/** Returns all products in any state, by title. */
export async function listAllProducts(signal: AbortSignal): Promise<Product[]> {
  const products: Product[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await listProducts({ state: 'all', search: '', page }, signal);
    products.push(...list.products);
    pages = list.pages;
  }
  return products.toSorted((a, b) => a.title.localeCompare(b.title));
}

/** Appends an uploaded image to the images of a product, unless it is there already. */
export async function addProductImage(id: string, { public_id }: Uploaded): Promise<void> {
  for (;;) {
    const { gallery, version } = await readProduct(id);
    if (gallery.some((image) => image.public_id === public_id)) return;
    const images = [...gallery, { public_id }].map((image) => ({
      public_id: image.public_id,
      ...('alt' in image && { alt: image.alt }),
    }));
    try {
      await callApi('PUT', productPath(id), {
        body: { images },
        headers: { 'if-match': `"v${version}"` },
      });
      return;
    } catch (error) {
      // The product was saved by another user in between: their images are kept.
      if (!conflictOf(error)) throw error;
    }
  }
}
