import { toDecimal } from '#contracts/money.ts';
import { storedSources } from '#contracts/picture.ts';
import type { ProductFile, ProductFileVersion, ProductResponse } from '#contracts/product.ts';
import { iso } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { ProductPictureRow, ProductRecord, ProductSummary } from '../../db/hot/products.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { countKeys } from '../../db/repositories/licence-keys.ts';
import { type FileVersionRow, listFileVersions } from '../../db/repositories/product-files.ts';
import {
  type ActiveProvider,
  isForSale,
  paymentProviderOf,
  providerIn,
} from '../../payment-provider.ts';

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
  const pictures = product.pictures.map(toPicture);
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
    images: pictures[0] ?? null,
    pictures,
    sells: product.sells,
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

/** Converts a file version to its API response. */
export const toVersion = (row: FileVersionRow): ProductFileVersion => ({
  _id: row.publicId,
  name: row.name,
  version: row.version,
  bytes: row.bytes,
  sha256: row.sha256,
  changelog: row.changelog,
  createdAt: iso(row.createdAt),
});

function toPicture({ file, publicId, variants, ...rest }: ProductPictureRow) {
  const url = `/media/${file}`;
  const { alt, width, height } = rest;
  const sources = storedSources(file, variants);
  const preview = variants?.preview ?? null;
  return { url, secure_url: url, public_id: publicId, sources, preview, alt, width, height };
}
