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

/** @param used whether it goes even where something shows it */
export const deletePicture = (id: string, used: boolean): Promise<{ msg: string }> =>
  callApi('POST', '/api/destroy', { body: { public_id: id, ...(used && { used }) } });

export const deleteUnused = (): Promise<{ msg: string }> =>
  callApi('DELETE', '/api/admin/uploads/unused');

/** Every product, whatever its state, by title. */
export async function listAllProducts(signal: AbortSignal): Promise<Product[]> {
  const products: Product[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await listProducts({ state: 'all', search: '', page }, signal);
    products.push(...list.products);
    pages = list.pages;
  }
  return products.toSorted((one, other) => one.title.localeCompare(other.title));
}

/** Puts an uploaded picture behind the other pictures of a product, unless it is there already. */
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
      // Somebody else saved the product in between: their pictures stay as well.
      if (!conflictOf(error)) throw error;
    }
  }
}
