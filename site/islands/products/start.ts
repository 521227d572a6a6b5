import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/shop/products, once the API agrees that an admin is here. */
export const startProducts = () =>
  enterAdminPage('products', async (place) => {
    const { mountProducts } = await import('./mount.tsx');
    mountProducts(place);
  });

/** Draws /admin/shop/categories. */
export const startCategories = () =>
  enterAdminPage('categories', async (place) => {
    const { mountCategories } = await import('./mount.tsx');
    mountCategories(place);
  });

/** Draws /admin/shop/create_product, and /admin/shop/edit_product/{id}: what is not there is missing. */
export const startProduct = () =>
  enterAdminPage('product', async (place) => {
    const [, typed] = /^\/admin\/shop\/edit_product\/([^/]+)$/.exec(location.pathname) ?? [];
    const id = typed === undefined ? null : decodeURIComponent(typed);
    const [{ mountProduct }, { readProduct }] = await Promise.all([
      import('./mount.tsx'),
      import('./product-calls.ts'),
    ]);
    const product = id === null ? null : await readProduct(id);
    mountProduct(place, product?._id ?? null);
  });
