import type {
  PictureFilter,
  PictureSort,
  StoredList,
  StoredPicture,
  Uploaded,
} from '#contracts/upload.ts';
import { callApi } from '../../client/api-client.ts';
import { conflictOf, listProducts, type Product, readProduct } from '../../client/product-calls.ts';

export type { PictureFilter, PictureSort, StoredList, StoredPicture };

/** @param used true to delete it even if it is in use */
export const deletePicture = (id: string, used: boolean): Promise<{ msg: string }> =>
  callApi('POST', '/api/destroy', { body: { public_id: id, ...(used && { used }) } });

export const deleteUnused = (): Promise<{ msg: string }> =>
  callApi('DELETE', '/api/admin/uploads/unused');

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
export async function addProductPicture(id: string, { public_id }: Uploaded): Promise<void> {
  for (;;) {
    const { pictures, version } = await readProduct(id);
    if (pictures.some((picture) => picture.public_id === public_id)) return;
    const images = [...pictures, { public_id }].map((picture) => ({
      public_id: picture.public_id,
      ...('alt' in picture && { alt: picture.alt }),
    }));
    try {
      await callApi('PUT', `/api/products/${encodeURIComponent(id)}`, {
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
