import {
  PRODUCT_SEARCH_MAX,
  PRODUCTS_PER_CALL_MAX,
  type ProductListQuery,
  type ProductState,
  productStates,
} from '#contracts/product.ts';
import type { AppContext } from '../../context.ts';
import {
  countProducts,
  findProduct,
  listProducts,
  type ProductRecord,
  type ProductSummary,
} from '../../db/hot/products.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { DomainError } from '../../errors.ts';

type Context = Pick<AppContext, 'database'>;

interface ProductPage {
  products: ProductSummary[];
  /** Number of products on all pages. */
  result: number;
  page: number;
  pages: number;
  currency: string;
}

/** Returns one page of products; guests only get live ones. */
export function listProductPage(
  { database }: Context,
  query: ProductListQuery,
  admin: boolean,
): ProductPage {
  const search = query['title[regex]'] ?? query.title;
  const filter = {
    states: admin ? getVisibleStates(query.state) : (['live'] satisfies ProductState[]),
    category: query.category || undefined,
    title: search === undefined ? undefined : [...search].slice(0, PRODUCT_SEARCH_MAX).join(''),
  };
  const limit = Math.min(query.limit, PRODUCTS_PER_CALL_MAX);
  const part = { sort: query.sort, limit, offset: (query.page - 1) * limit };
  const result = countProducts(database, filter);
  return {
    products: listProducts(database, filter, part),
    result,
    page: query.page,
    pages: Math.ceil(result / limit),
    currency: settingOf(database, 'currency'),
  };
}

const getVisibleStates = (requested: ProductListQuery['state']): ProductState[] =>
  requested === 'all' ? [...productStates] : [requested];

/** True if everyone can read it: it is or was for sale. */
export const isReadable = ({ state, liveAt }: Pick<ProductSummary, 'state' | 'liveAt'>): boolean =>
  state === 'live' || (state === 'retired' && liveAt !== null);

/**
 * Returns a product by id, slug or former slug; guests only find products that are or were for
 * sale.
 * @throws DomainError NOT_FOUND
 */
export function getProduct({ database }: Context, key: string, admin: boolean): ProductRecord {
  const product = findProduct(database, key);
  if (!product || product.state === 'deleted' || !(admin || isReadable(product))) {
    throw new DomainError('NOT_FOUND');
  }
  return product;
}
