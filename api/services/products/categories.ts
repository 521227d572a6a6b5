import { type CategoryResponse, PRODUCTS_TAG, productCategoryTag } from '#contracts/product.ts';
import type { AppContext } from '../../context.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import {
  type CategoryRow,
  deleteProductCategory,
  findProductCategory,
  findProductCategoryByName,
  insertProductCategory,
  listProductCategories,
  moveProducts,
  renameProductCategory,
} from '../../db/repositories/products.ts';
import { DomainError, fieldError } from '../../errors.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'publisher'>;

const response = ({ id, name, products }: CategoryRow): CategoryResponse => ({
  _id: String(id),
  name,
  products,
});

export const listCategories = ({ database }: Pick<Context, 'database'>): CategoryResponse[] =>
  listProductCategories(database).map(response);

/** Creates a category. @throws DomainError VALIDATION if the name is taken */
export async function createCategory(context: Context, name: string): Promise<CategoryResponse> {
  return context.database.write(() => {
    assertNameFree(context, name, null);
    const id = insertProductCategory(context.database, name);
    return response({ id, name, products: 0 });
  });
}

/** Renames a category. @throws DomainError NOT_FOUND; VALIDATION if the name is taken */
export async function renameCategory(
  context: Context,
  key: string,
  name: string,
): Promise<CategoryResponse> {
  const renamed = await context.database.write(() => {
    const category = findCategory(context, key);
    assertNameFree(context, name, category.id);
    renameProductCategory(context.database, category.id, name);
    // Product pages show their category.
    enqueueCategoryPages(context, category);
    return response({ ...category, name });
  });
  context.publisher.wake();
  return renamed;
}

/**
 * Deletes a category and moves its products to another one.
 * @throws DomainError NOT_FOUND; STATE_CONFLICT if it has products and no other category is given
 */
export async function deleteCategory(
  context: Context,
  key: string,
  into: string | undefined,
): Promise<void> {
  const { database, publisher } = context;
  await database.write(() => {
    const category = findCategory(context, key);
    const target = into === undefined ? null : findCategory(context, into);
    if (target?.id === category.id) throw new DomainError('STATE_CONFLICT');
    if (category.products > 0 && !target) {
      const products =
        category.products === 1 ? 'One product is' : `${category.products} products are`;
      throw new DomainError('STATE_CONFLICT', {
        msg: `${products} in ${category.name}. Choose the category they move to.`,
      });
    }
    moveProducts(database, category.id, target?.id ?? null);
    deleteProductCategory(database, category.id);
    enqueueCategoryPages(context, category);
  });
  publisher.wake();
}

function findCategory({ database }: Context, key: string): CategoryRow {
  const category = /^\d{1,15}$/.test(key) ? findProductCategory(database, Number(key)) : null;
  if (!category) throw new DomainError('NOT_FOUND');
  return category;
}

function assertNameFree({ database }: Context, name: string, except: number | null): void {
  const found = findProductCategoryByName(database, name);
  if (!found || found.id === except) return;
  const msg = `The category ${found.name} already exists.`;
  throw fieldError('name', msg);
}

function enqueueCategoryPages({ database, clock }: Context, { id, products }: CategoryRow): void {
  if (products === 0) return;
  const payload = { tags: [PRODUCTS_TAG, productCategoryTag(id)], paths: [] };
  enqueueJob(database, { kind: 'refresh', payload, now: clock() });
}
