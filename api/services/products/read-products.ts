import { paginate } from '#contracts/fields.ts';
import { ogImagePath, storedSources } from '#contracts/image.ts';
import type { OgImagePayload } from '#contracts/job.ts';
import { toDecimal } from '#contracts/money.ts';
import {
  PRODUCTS_PER_CALL_MAX,
  PRODUCTS_TAG,
  type ProductFile,
  type ProductFileVersion,
  type ProductListQuery,
  type ProductResponse,
  type ProductState,
  productStates,
  productsPageOf,
  productsPagePath,
  productTag,
} from '#contracts/product.ts';
import { TITLE_SEARCH_MAX } from '#contracts/search-index.ts';
import { productPath } from '#contracts/shop-messages.ts';
import { type AppContext, iso } from '../../context.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import {
  countProducts,
  findProduct,
  listProductFormerSlugs,
  listProducts,
  type ProductImageRow,
  type ProductRecord,
  type ProductSummary,
} from '../../db/hot/products.ts';
import {
  isReadableProduct,
  type ProductPlace,
  readNearProducts,
  readProductsBeside,
} from '../../db/hot/published-products.ts';
import { settingOf } from '../../db/hot/site.ts';
import { countKeys } from '../../db/repositories/library.ts';
import { type FileVersionRow, listFileVersions } from '../../db/repositories/product-files.ts';
import { DomainError } from '../../errors.ts';
import {
  type ActiveProvider,
  isForSale,
  paymentProviderOf,
  providerIn,
} from '../../payment-provider.ts';

type DatabaseContext = Pick<AppContext, 'database'>;

interface ProductPage {
  products: ProductSummary[];
  /** Number of products on all pages. */
  result: number;
  page: number;
  pages: number;
  currency: string;
}

const getVisibleStates = (requested: ProductListQuery['state']): ProductState[] =>
  requested === 'all' ? [...productStates] : [requested];

type Context = Pick<AppContext, 'database' | 'config'>;

/** Returns the currency of all prices, and the payment provider for it. */
export function shopOf({ database, config }: Context) {
  const currency = settingOf(database, 'currency');
  return { currency, provider: providerIn(paymentProviderOf(config), currency) };
}

/** Converts a product to its documented API response in lists. */
export function toProductSummary(
  product: ProductSummary,
  { currency, provider }: { currency: string; provider: ActiveProvider },
): ProductResponse {
  const gallery = product.gallery.map(toProductImage);
  return {
    _id: product.publicId,
    product_id: product.productId,
    slug: product.slug,
    title: product.title,
    price: toDecimal(product.price, currency),
    suggestedPrice:
      product.suggestedPrice === null ? null : toDecimal(product.suggestedPrice, currency),
    currency,
    description: product.description,
    category: product.category ?? '',
    images: gallery[0] ?? null,
    gallery,
    licenceType: product.licenceType,
    state: product.state === 'deleted' ? 'retired' : product.state,
    sold: product.sold,
    soldOut: product.soldOut,
    forSale: isForSale(product, provider),
    sample: product.isSample,
    version: product.version,
    createdAt: iso(product.createdAt),
    updatedAt: iso(product.updatedAt),
  };
}

/** Converts a product to its full API response; older file versions are for admins only. */
export function toProductResponse(
  context: Context,
  product: ProductRecord,
  { admin }: { admin: boolean },
): ProductResponse {
  return {
    ...toProductSummary(product, shopOf(context)),
    content: product.content,
    html: product.html,
    files: filesOf(listFileVersions(context.database, product.id), admin),
    ...(admin && { keys: { from: product.keysFrom, ...countKeys(context.database, product.id) } }),
  };
}

function filesOf(rows: FileVersionRow[], admin: boolean): ProductFile[] {
  const files = new Map<string, FileVersionRow[]>();
  for (const row of rows) files.set(row.file, [...(files.get(row.file) ?? []), row]);
  return [...files].flatMap(([_id, versions]) => {
    const [newest] = versions;
    if (!newest) return [];
    return { ...toVersion(newest), _id, ...(admin && { versions: versions.map(toVersion) }) };
  });
}

export const toVersion = (row: FileVersionRow): ProductFileVersion => ({
  _id: row.publicId,
  name: row.name,
  version: row.version,
  bytes: row.bytes,
  sha256: row.sha256,
  changelog: row.changelog,
  createdAt: iso(row.createdAt),
});

function toProductImage({ file, publicId, variants, ...rest }: ProductImageRow) {
  const url = `/media/${file}`;
  const { alt, width, height } = rest;
  const sources = storedSources(file, variants);
  const preview = variants?.preview ?? null;
  return { url, secure_url: url, public_id: publicId, sources, preview, alt, width, height };
}

/** Returns one page of products; guests only get live ones. */
export function listProductPage(
  { database }: DatabaseContext,
  query: ProductListQuery,
  admin: boolean,
): ProductPage {
  const search = query['title[regex]'] ?? query.title;
  const filter = {
    states: admin ? getVisibleStates(query.state) : (['live'] satisfies ProductState[]),
    category: query.category || undefined,
    title: search === undefined ? undefined : [...search].slice(0, TITLE_SEARCH_MAX).join(''),
  };
  const limit = Math.min(query.limit, PRODUCTS_PER_CALL_MAX);
  const range = { page: query.page, limit };
  const { rows, pageInfo } = paginate(range, countProducts(database, filter));
  return {
    products: listProducts(database, filter, { sort: query.sort, ...rows }),
    ...pageInfo,
    currency: settingOf(database, 'currency'),
  };
}

/**
 * Returns a product by id, slug or former slug; guests only find products that are or were for sale.
 * @throws DomainError NOT_FOUND
 */
export function getProduct(
  { database }: DatabaseContext,
  key: string,
  admin: boolean,
): ProductRecord {
  const product = findProduct(database, key);
  if (!product || product.state === 'deleted' || !(admin || isReadableProduct(product))) {
    throw new DomainError('NOT_FOUND');
  }
  return product;
}

type ChangeContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/**
 * Enqueues rendering of the pages and the Open Graph image that a product change affects, unless no reader can see a
 * difference. Call it in the transaction of the change, and wake the publisher after the commit.
 */
export function enqueueProductPages(
  { config, database, clock }: ChangeContext,
  before: ProductSummary | null,
  after: ProductSummary,
): void {
  const states = before ? [before, after] : [after];
  if (!states.some(isReadableProduct)) return;
  const names = states.flatMap(({ slug, publicId, productId }) => [slug, publicId, productId]);
  const all = new Set([...names, ...listProductFormerSlugs(database, after.id)]);
  const paths = [
    ...[...all].map(productPath),
    ogImagePath(after.publicId),
    ...listPathsOf(database, after.id),
    ...states.flatMap((state) => pathsBeside(database, state)),
  ];
  const payload = { tags: [productTag(after.id), PRODUCTS_TAG], paths: [...new Set(paths)] };
  const now = clock();
  enqueueJob(database, { kind: 'refresh', payload, now });
  // Members-only pages need no Open Graph image.
  if (after.state === 'live' && config.makeImages && config.shopPublic) {
    const drawn: OgImagePayload = { products: [after.id] };
    enqueueJob(database, { kind: 'og-images', payload: drawn, now });
  }
}

/** Returns the numbered list pages that contain a product or link to them. */
function listPathsOf(database: ChangeContext['database'], id: number): string[] {
  const page = productsPageOf(id);
  const { older, newer } = readProductsBeside(database, page);
  const beside = [older, newer].flatMap((other) => (other === null ? [] : productsPageOf(other)));
  return [page, ...beside].map(productsPagePath);
}

/** Returns the pages of products that show a product as related, before or after the change. */
function pathsBeside(database: ChangeContext['database'], place: ProductPlace): string[] {
  const { older, newer } = readNearProducts(database, place);
  return [...older, ...newer].map(({ slug }) => productPath(slug));
}
