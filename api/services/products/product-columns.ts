import { formatMoney, toMinor } from '#contracts/money.ts';
import {
  type ProductKeySource,
  type ProductState,
  type ProductWish,
  productMessages,
} from '#contracts/product.ts';
import { OPEN_PRICE_MAX } from '#contracts/shop-words.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { type ProductRecord, productSlugIsTaken } from '../../db/hot/products.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { findProductCategoryByName } from '../../db/repositories/categories.ts';
import { findMediaByPublicId } from '../../db/repositories/media.ts';
import { DomainError } from '../../errors.ts';
import { slugFromTitle, uniqueSlug } from '../articles/slug.ts';

type Context = Pick<AppContext, 'database'>;

const refused = (field: string, msg: string) =>
  new DomainError('VALIDATION', { msg, fields: { [field]: msg } });

/**
 * Returns the columns that creation and update share.
 * @param before stored product, if there is one
 * @throws DomainError VALIDATION
 */
export function columnsFrom(
  { database }: Context,
  input: ProductWish,
  before: ProductRecord | null = null,
) {
  return {
    ...(input.title !== undefined && { title: input.title }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.sells !== undefined && { sells: input.sells }),
    ...pricesFrom({ database }, input, before),
    ...(input.category !== undefined && { categoryId: categoryFrom({ database }, input.category) }),
  };
}

/** Returns price and suggested price together, because the price is the minimum of the other. */
function pricesFrom({ database }: Context, input: ProductWish, before: ProductRecord | null) {
  const currency = settingOf(database, 'currency');
  const read = (field: 'price' | 'suggestedPrice', money: number) => {
    const minor = toMinor(money, currency);
    if (minor === null) throw refused(field, productMessages.priceDigits);
    return minor;
  };
  const price = input.price === undefined ? (before?.price ?? 0) : read('price', input.price);
  const suggestedPrice =
    typeof input.suggestedPrice === 'number'
      ? read('suggestedPrice', input.suggestedPrice)
      : input.suggestedPrice === null
        ? null
        : (before?.suggestedPrice ?? null);
  if (suggestedPrice !== null && suggestedPrice < price) {
    throw refused('suggestedPrice', productMessages.suggested);
  }
  if (suggestedPrice !== null && suggestedPrice > OPEN_PRICE_MAX) {
    const most = formatMoney(OPEN_PRICE_MAX, currency);
    throw refused('suggestedPrice', `${productMessages.openMost} ${most}.`);
  }
  return { price, suggestedPrice };
}

function categoryFrom({ database }: Context, name: string): number | null {
  if (name === '') return null;
  const category = findProductCategoryByName(database, name);
  if (!category) throw refused('category', `The category ${name} does not exist.`);
  return category.id;
}

/** Returns the requested images, or null if the input omits them. @throws DomainError VALIDATION */
export function picturesFrom(
  query: Queryable,
  { images }: ProductWish,
  before: ProductRecord | null,
): { mediaId: number; alt: string }[] | null {
  if (images === undefined) return null;
  const wishes = images === null ? [] : [images].flat();
  return wishes.map(({ public_id, id, alt }) => {
    const publicId = public_id ?? id ?? '';
    const media = findMediaByPublicId(query, publicId);
    if (!media) throw refused('images', 'This image is no longer in the media library.');
    const currentPicture = before?.pictures.find((picture) => picture.publicId === publicId);
    return { mediaId: media.id, alt: alt ?? currentPicture?.alt ?? media.alt };
  });
}

/** Returns a free slug similar to a title or the given slug. */
export function chooseProductSlug(
  { database }: Context,
  text: string,
  publicId: string,
  productId: number | null,
): string {
  const slug = slugFromTitle(text) || `product-${publicId}`;
  return uniqueSlug(slug, (candidate) => productSlugIsTaken(database, candidate, productId));
}

/** Returns the source of licence keys after a change; products that sell keys need one. */
export function keysFromOf(input: ProductWish, before: ProductRecord | null): ProductKeySource {
  const from = input.keys?.from ?? before?.keysFrom ?? 'none';
  const sells = input.sells ?? before?.sells ?? 'copy';
  return sells === 'keys' && from === 'none' ? 'generated' : from;
}

/** Requirements for going on sale. */
interface Saleable {
  description: string;
  content: string;
  category: string | null;
  pictures: number;
  files: number;
  sells: string;
}

/** Returns a message for each field that is missing for going on sale. */
function missingForSale(product: Saleable): Record<string, string> {
  const fields: Record<string, string> = {};
  if (product.description.trim() === '') fields.description = productMessages.description;
  if (product.content.trim() === '') fields.content = productMessages.content;
  if (!product.category) fields.category = productMessages.category;
  if (product.pictures === 0) fields.images = productMessages.noPicture;
  if (product.sells === 'copy' && product.files === 0) fields.files = productMessages.noFile;
  return fields;
}

/** @throws DomainError VALIDATION with those messages, except for the fields in `except` */
export function assertSaleable(product: Saleable, except: readonly string[] = []): void {
  const missing = Object.entries(missingForSale(product)).filter(
    ([name]) => !except.includes(name),
  );
  const [first] = missing;
  if (!first) return;
  throw new DomainError('VALIDATION', { msg: first[1], fields: Object.fromEntries(missing) });
}

/** True if the product was not for sale before and is now. */
export const isNewlyOnSale = (
  state: ProductState | 'deleted',
  before: ProductRecord | null,
): boolean => state === 'live' && (before === null || before.liveAt === null);
