import type {
  ImageFilter,
  ImageSort,
  StoredImage,
  StoredList,
  Uploaded,
} from '#contracts/upload.ts';
import { callApi } from '../../client/api-client.ts';
import { conflictOf, listProducts, type Product, readProduct } from '../../client/product-api.ts';

export type { ImageFilter, ImageSort, StoredImage, StoredList };

/** @param used true to delete it even if it is in use */
export const deleteImage = (id: string, used: boolean): Promise<{ msg: string }> =>
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
export async function addProductImage(id: string, { public_id }: Uploaded): Promise<void> {
  for (;;) {
    const { gallery, version } = await readProduct(id);
    if (gallery.some((image) => image.public_id === public_id)) return;
    const images = [...gallery, { public_id }].map((image) => ({
      public_id: image.public_id,
      ...('alt' in image && { alt: image.alt }),
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
