import { formatMoney, toDecimalText } from '#contracts/money.ts';
import type { ProductCard } from '#contracts/page.ts';
import { productCategoryTag, productTag, RELATED_PRODUCTS } from '#contracts/product.ts';
import { priceLabel, productPath } from '#contracts/shop-messages.ts';
import type { Connection } from '../../db/connection.ts';
import {
  findProduct,
  findProductById,
  type ProductImageRow,
  type ProductRecord,
  type ProductSummary,
} from '../../db/hot/products.ts';
import {
  isReadableProduct,
  listNewestProductFiles,
  readNearProducts,
} from '../../db/hot/published-products.ts';
import { settingOf } from '../../db/hot/site.ts';
import { type ActiveProvider, isForSale, providerIn } from '../../payment-provider.ts';
import { isShopPublic } from '../guarded-pages.ts';
import {
  htmlFile,
  type PageContext,
  type PageLoader,
  tag,
  writeRedirectPage,
} from '../page-source.ts';
import { addImageVariants, readOgImage, toPageImage } from './image.ts';

/** Loads /shop/products/detail/{slug}; `_id`, `product_id` and former slugs redirect to it. */
export const productPage: PageLoader = (context, path, key) => {
  const { database, origin, guards } = context;
  const product = findProduct(database, key);
  if (!product || !isReadableProduct(product)) return null;
  const dependencies = [productTag(product.id)];
  if (product.slug !== key) {
    const text = writeRedirectPage(productPath(product.slug), origin);
    return { kind: 'redirect', file: htmlFile(path), dependencies, content: { text } };
  }
  const shop = readShop(context);
  const { currency } = shop;
  const body = addImageVariants(database, Buffer.from(product.html));
  const related = readRelated(database, product);
  const { id, publicId, categoryId, gallery } = product;
  return {
    kind: 'page',
    file: htmlFile(path),
    dependencies: [
      ...new Set([
        ...dependencies,
        tag.shopSettings,
        ...(categoryId === null ? [] : [productCategoryTag(categoryId)]),
        ...gallery.map(({ mediaId }) => tag.media(mediaId)),
        ...body.dependencies,
        ...cardDependencies(related),
      ]),
    ],
    content: {
      page: {
        kind: 'product',
        product: {
          ...toProductCard(product, shop),
          productId: product.productId,
          amount: toDecimalText(product.price, currency),
          suggested:
            product.suggestedPrice === null ? null : formatMoney(product.suggestedPrice, currency),
          currency,
          sold: product.sold,
          retired: product.state === 'retired',
          licenceType: product.licenceType,
          gallery: gallery.map(toProductImage),
          files: listNewestProductFiles(database, product.id),
          updatedAt: new Date(product.updatedAt).toISOString(),
          ogImage:
            product.state === 'live' && isShopPublic(guards)
              ? readOgImage(database, { kind: 'product', id, publicId })
              : null,
        },
        related: related.map((entry) => toProductCard(entry, shop)),
      },
      body: body.html,
    },
  };
};

/** Returns the nearest products of the category, half of them newer if there are enough. */
function readRelated(database: Connection, product: ProductRecord): ProductSummary[] {
  const { older, newer } = readNearProducts(database, product);
  const half = RELATED_PRODUCTS / 2;
  const fromNewer = Math.min(newer.length, Math.max(half, RELATED_PRODUCTS - older.length));
  const chosen = [
    ...newer.slice(0, fromNewer).reverse(),
    ...older.slice(0, RELATED_PRODUCTS - fromNewer),
  ];
  return chosen.flatMap(({ id }) => findProductById(database, id) ?? []);
}

export function toProductCard(
  product: ProductSummary,
  { currency, provider }: { currency: string; provider: ActiveProvider },
): ProductCard {
  const [cover] = product.gallery;
  return {
    id: product.publicId,
    slug: product.slug,
    title: product.title,
    description: product.description,
    price: priceLabel(formatMoney(product.price, currency), {
      free: product.price === 0,
      customAmount: product.suggestedPrice !== null,
    }),
    category: product.category ?? '',
    soldOut: product.soldOut,
    forSale: isForSale(product, provider),
    cover: cover ? toProductImage(cover) : null,
  };
}

export function readShop({ database, payment }: Pick<PageContext, 'database' | 'payment'>) {
  const currency = settingOf(database, 'currency');
  return { currency, provider: providerIn(payment, currency) };
}

function toProductImage({ file: fileName, alt, ...stored }: ProductImageRow) {
  return toPageImage({ fileName, ...stored }, alt);
}

/** Returns the dependencies of a page with cards of these products. */
export function cardDependencies(products: ProductSummary[]): string[] {
  const tags = products.flatMap(({ id, gallery }) => [
    productTag(id),
    ...(gallery[0] ? [tag.media(gallery[0].mediaId)] : []),
  ]);
  return [...new Set(tags)];
}
