import type { Cart, CartChange, CartLine } from '#contracts/cart.ts';
import { discountMessages } from '#contracts/discount-messages.ts';
import { toDecimal } from '#contracts/money.ts';
import { CART_LINES_MAX, cartMessages } from '#contracts/shop-messages.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/site.ts';
import {
  type CartLineRow,
  countCartLines,
  deleteCartLine,
  findSaleProduct,
  insertCartLine,
  listCartLines,
  listOwnedProducts,
  type SaleProduct,
  updateCartAmount,
  updateCartQuantity,
} from '../../db/repositories/carts.ts';
import {
  deleteCartDiscount,
  findDiscountByCode,
  setCartDiscount,
} from '../../db/repositories/discounts.ts';
import { DomainError } from '../../errors.ts';
import { isForSale } from '../../payment-provider.ts';
import {
  getCurrentProvider,
  getShopSettings,
  type PaymentContext,
} from '../checkout/payment-context.ts';
import { mediaUrl } from '../media/store-image.ts';
import {
  applyDiscount,
  calculateTotals,
  codeRejected,
  getAmountRange,
  getDiscountLabel,
  parseAmount,
  priceFor,
  subtotalOf,
} from './pricing.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Line of a cart, and if it can be bought. */
export interface ReadLine extends CartLineRow {
  availability: CartLine['state'];
  /** Minimum price of the product; `price` is what this member pays. */
  minimumPrice: number;
}

/** Returns the current lines of a cart: today's prices and unavailable products. */
export function listLines(
  context: Pick<Context, 'config' | 'database'>,
  userId: number,
): ReadLine[] {
  const { database } = context;
  const provider = getCurrentProvider(context);
  const lines = listCartLines(database, userId);
  const owned = lines.length > 0 ? listOwnedProducts(database, userId) : new Set<number>();
  return lines.map((row) => {
    const quantity = row.licenceType === 'copy' ? 1 : row.quantity;
    const line = { ...row, quantity, price: priceFor(row), minimumPrice: row.price };
    if (line.state !== 'live') return { ...line, availability: 'gone' };
    if (!isForSale(line, provider)) return { ...line, availability: 'not-for-sale' };
    if (line.licenceType === 'copy' && owned.has(line.id))
      return { ...line, availability: 'owned' };
    const availability = (line.keysLeft ?? quantity) < quantity ? 'sold-out' : 'ready';
    return { ...line, availability };
  });
}

export function getCartLines(
  context: Pick<Context, 'config' | 'database'>,
  userId: number,
): CartLine[] {
  const currency = settingOf(context.database, 'currency');
  return listLines(context, userId).map((line) => toCartLine(line, currency));
}

function toCartLine(line: ReadLine, currency: string): CartLine {
  const money = (minor: number) => toDecimal(minor, currency);
  return {
    _id: line.publicId,
    product_id: line.productId,
    title: line.title,
    slug: line.slug,
    images: line.image === null ? null : { url: mediaUrl({ fileName: line.image }) },
    licenceType: line.licenceType,
    quantity: line.quantity,
    price: money(line.price),
    customAmount: getAmountRange(line, currency),
    subtotal: money(subtotalOf(line)),
    priceBefore: line.priceSeen === line.price ? null : money(line.priceSeen),
    left: line.keysLeft,
    state: line.availability,
  };
}

export function getCart(context: PaymentContext, userId: number): Cart {
  const shop = getShopSettings(context);
  const { currency } = shop;
  const lines = listLines(context, userId);
  const money = (minor: number) => toDecimal(minor, currency);
  const ready = lines.filter(({ availability }) => availability === 'ready');
  const { code, ...totals } = calculateTotals(context, userId, ready);
  return {
    cart: lines.map((line) => toCartLine(line, currency)),
    count: lines.length,
    currency,
    subtotal: money(totals.subtotal),
    discount: money(totals.discount),
    total: money(totals.total),
    code: code && {
      code: code.discount.code,
      label: getDiscountLabel(code.discount, currency),
      problem: code.problem,
    },
    terms: shop.terms,
    payment: getCurrentProvider(context) ?? 'none',
  };
}

function findForSale({ database }: Context, id: string): SaleProduct {
  const product = findSaleProduct(database, id);
  if (!product || product.state === 'draft' || product.state === 'deleted') {
    throw new DomainError('NOT_FOUND', { msg: 'Product not found.' });
  }
  return product;
}

/** @throws DomainError STATE_CONFLICT, NOT_FOR_SALE */
function assertForSale(context: Context, product: SaleProduct): void {
  if (product.state !== 'live') {
    throw new DomainError('STATE_CONFLICT', { msg: cartMessages.gone });
  }
  if (!isForSale(product, getCurrentProvider(context))) throw new DomainError('NOT_FOR_SALE');
}

function assertQuantity({ licenceType }: SaleProduct, quantity: number): void {
  if (licenceType === 'copy' && quantity !== 1) {
    const fields = { quantity: cartMessages.fixed };
    throw new DomainError('VALIDATION', { msg: cartMessages.fixed, fields });
  }
}

/**
 * Adds a product to a cart.
 * @throws DomainError NOT_FOUND, IN_CART, NOT_FOR_SALE, STATE_CONFLICT for sold-out or owned products, VALIDATION
 */
export async function addToCart(
  context: Context,
  userId: number,
  { product: id, quantity }: { product: string; quantity: number },
): Promise<void> {
  const { database, clock } = context;
  await database.write(() => {
    const product = findForSale(context, id);
    assertForSale(context, product);
    if (product.keysLeft === 0) {
      throw new DomainError('STATE_CONFLICT', { msg: cartMessages.soldOut });
    }
    assertQuantity(product, quantity);
    if (product.licenceType === 'copy' && listOwnedProducts(database, userId).has(product.id)) {
      throw new DomainError('STATE_CONFLICT', { msg: cartMessages.owned });
    }
    if (countCartLines(database, userId) >= CART_LINES_MAX) {
      throw new DomainError('STATE_CONFLICT', { msg: cartMessages.full });
    }
    const price = priceFor({ ...product, amount: null });
    const line = { userId, productId: product.id, quantity, price, now: clock() };
    if (!insertCartLine(database, line)) throw new DomainError('IN_CART');
  });
}

/** Changes the quantity of a product or its pay-what-you-want amount. @throws DomainError NOT_FOUND, VALIDATION */
export async function changeLine(
  context: Context,
  userId: number,
  { product: id, quantity, amount }: CartChange & { product: string },
): Promise<void> {
  const { database } = context;
  await database.write(() => {
    const line = listCartLines(database, userId).find((one) =>
      [one.publicId, one.productId].includes(id),
    );
    // Products that are not in the cart need no message.
    if (!line) throw new DomainError('NOT_FOUND');
    const where = { userId, productId: line.id };
    if (quantity !== undefined) {
      assertQuantity(line, quantity);
      updateCartQuantity(database, { ...where, quantity });
    }
    if (amount === undefined) return;
    updateCartAmount(database, {
      ...where,
      amount: parseAmount(line, amount, settingOf(database, 'currency')),
    });
  });
}

/** Removes a product from a cart. @throws DomainError NOT_FOUND */
export async function removeFromCart(
  { database }: Context,
  userId: number,
  id: string,
): Promise<void> {
  await database.write(() => {
    const product = findSaleProduct(database, id);
    if (!product || !deleteCartLine(database, { userId, productId: product.id })) {
      throw new DomainError('NOT_FOUND');
    }
  });
}

/**
 * Replaces the contents of a cart, as documented. Remaining lines keep their earlier price; products that are no
 * longer for sale can stay but not be added.
 * @throws DomainError NOT_FOUND, IN_CART for duplicates, NOT_FOR_SALE, STATE_CONFLICT, VALIDATION
 */
export async function replaceCart(
  context: Context,
  userId: number,
  items: { _id: string; quantity: number }[],
): Promise<void> {
  const { database, clock } = context;
  await database.write(() => {
    const before = new Map(listCartLines(database, userId).map((line) => [line.id, line]));
    const owned = listOwnedProducts(database, userId);
    const wanted = new Map<number, number>();
    for (const { _id, quantity } of items) {
      const existing = findSaleProduct(database, _id);
      const product = existing && before.has(existing.id) ? existing : findForSale(context, _id);
      const isNew = !before.has(product.id);
      if (wanted.has(product.id)) throw new DomainError('IN_CART');
      assertQuantity(product, quantity);
      if (isNew) assertForSale(context, product);
      if (isNew && product.licenceType === 'copy' && owned.has(product.id)) {
        throw new DomainError('STATE_CONFLICT', { msg: cartMessages.owned });
      }
      wanted.set(product.id, quantity);
      const line = { userId, productId: product.id, quantity };
      if (isNew) {
        const price = priceFor({ ...product, amount: null });
        insertCartLine(database, { ...line, price, now: clock() });
      } else updateCartQuantity(database, line);
    }
    for (const productId of before.keys()) {
      if (!wanted.has(productId)) deleteCartLine(database, { userId, productId });
    }
  });
}

/**
 * Applies a code to a member's cart, replacing another one; this does not redeem it.
 * @param code in upper case and trimmed
 * @throws DomainError CODE_REJECTED with the reason
 */
export async function applyCode(context: Context, userId: number, code: string): Promise<void> {
  const { database, clock } = context;
  await database.write(() => {
    const discount = findDiscountByCode(database, code);
    if (!discount) throw codeRejected(discountMessages.unknown);
    const lines = listLines(context, userId).filter(({ availability }) => availability === 'ready');
    const { problem } = applyDiscount(context, discount, { userId, lines });
    if (problem !== null) throw codeRejected(problem);
    setCartDiscount(database, { userId, discountId: discount.id, now: clock() });
  });
}

export async function removeCode({ database }: Context, userId: number): Promise<void> {
  await database.write(() => deleteCartDiscount(database, userId));
}
