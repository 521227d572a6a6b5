import { formatMoney } from '#contracts/money.ts';
import type { ProductCard } from '#contracts/page.ts';
import { productTag } from '#contracts/product.ts';
import { priceLabel } from '#contracts/shop-words.ts';
import type { ProductPictureRow, ProductSummary } from '../../db/hot/products.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { type ActiveProvider, isForSale, providerIn } from '../../payment-provider.ts';
import { tag } from '../dependency-tags.ts';
import type { PageContext } from '../page-source.ts';
import { toPicture } from './picture.ts';

/** Returns the card of a product. */
export function toProductCard(
  product: ProductSummary,
  { currency, provider }: { currency: string; provider: ActiveProvider },
): ProductCard {
  const [cover] = product.pictures;
  return {
    id: product.publicId,
    slug: product.slug,
    title: product.title,
    description: product.description,
    price: priceLabel(formatMoney(product.price, currency), {
      free: product.price === 0,
      open: product.suggestedPrice !== null,
    }),
    category: product.category ?? '',
    soldOut: product.soldOut,
    forSale: isForSale(product, provider),
    cover: cover ? toProductPicture(cover) : null,
  };
}

/** Returns the shop's currency, and the payment provider for it. */
export function readShop({ database, payment }: Pick<PageContext, 'database' | 'payment'>) {
  const currency = settingOf(database, 'currency');
  return { currency, provider: providerIn(payment, currency) };
}

/** Returns an image of a product for a page. */
export function toProductPicture({ file: fileName, alt, ...stored }: ProductPictureRow) {
  return toPicture({ fileName, ...stored }, alt);
}

/** Returns the dependencies of a page with cards of these products. */
export function cardDependencies(products: ProductSummary[]): string[] {
  const tags = products.flatMap(({ id, pictures }) => [
    productTag(id),
    ...(pictures[0] ? [tag.media(pictures[0].mediaId)] : []),
  ]);
  return [...new Set(tags)];
}
