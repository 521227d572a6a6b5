import type { CartLine } from '#contracts/cart.ts';
import { formatMoney, toDecimal, toMinor } from '#contracts/money.ts';
import { cartMessages, OPEN_PRICE_MAX } from '#contracts/shop-words.ts';
import type { SaleProduct } from '../../db/repositories/carts.ts';
import { DomainError } from '../../errors.ts';

/** Line with its price in the smallest unit. */
export interface PricedLine {
  price: number;
  quantity: number;
}

/** Totals of a cart or an order. */
export interface Totals {
  subtotal: number;
  discount: number;
  total: number;
}

/** Discount: a whole percentage or an amount. */
export interface Offer {
  kind: 'percent' | 'amount';
  value: number;
}

/** Returns the price of a line. */
export const subtotalOf = ({ price, quantity }: PricedLine): number => price * quantity;

/**
 * Returns the price of a product: fixed, or the chosen or suggested amount, but at least the
 * minimum.
 */
export function priceFor(product: {
  price: number;
  suggestedPrice: number | null;
  amount: number | null;
}): number {
  const { price, suggestedPrice, amount } = product;
  return suggestedPrice === null ? price : Math.max(price, amount ?? suggestedPrice);
}

/**
 * Returns the sum of prices times quantities minus a discount, at least 0.
 * @throws RangeError for an invalid price or quantity
 */
export function totalsOf(lines: readonly PricedLine[], discount = 0): Totals {
  for (const { price, quantity } of lines) {
    const sound = Number.isSafeInteger(price) && price >= 0;
    if (!sound || !Number.isSafeInteger(quantity) || quantity < 1) {
      throw new RangeError(`no price or quantity: ${price} × ${quantity}`);
    }
  }
  if (!Number.isSafeInteger(discount) || discount < 0)
    throw new RangeError(`no discount: ${discount}`);
  const subtotal = lines.reduce((sum, line) => sum + subtotalOf(line), 0);
  if (!Number.isSafeInteger(subtotal)) throw new RangeError('more than can be counted');
  const taken = Math.min(discount, subtotal);
  return { subtotal, discount: taken, total: subtotal - taken };
}

/**
 * Returns the discount on a subtotal, rounded half up and at most the subtotal.
 * @param subtotal sum of the lines that the code applies to
 */
export function discountOn(subtotal: number, { kind, value }: Offer): number {
  if (kind === 'amount') return Math.min(value, subtotal);
  // Integer arithmetic, so that rounding does not depend on floating-point errors.
  return Number((BigInt(subtotal) * BigInt(value) * 2n + 100n) / 200n);
}

/**
 * Distributes a discount over lines in proportion to their price.
 * The remainder goes to the lines that lost the most by rounding, earlier lines first; the shares
 * add up to the discount.
 * @param subtotals of the lines that the discount applies to
 */
export function shareDiscount(subtotals: readonly number[], discount: number): number[] {
  const all = subtotals.reduce((sum, subtotal) => sum + BigInt(subtotal), 0n);
  if (all === 0n) return subtotals.map(() => 0);
  const exact = subtotals.map((subtotal) => BigInt(subtotal) * BigInt(discount));
  const shares = exact.map((product) => Number(product / all));
  const left = discount - shares.reduce((sum, share) => sum + share, 0);
  const lost = exact.map((product, index) => ({ index, rest: product % all }));
  lost.sort((one, other) => Number(other.rest - one.rest) || one.index - other.index);
  for (const { index } of lost.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

const refused = (msg: string) => new DomainError('VALIDATION', { msg, fields: { amount: msg } });

/**
 * Parses a pay-what-you-want amount, in the smallest unit.
 * @throws DomainError VALIDATION with a message at its field
 */
export function parseAmount(product: SaleProduct, amount: number, currency: string): number {
  const money = (minor: number) => formatMoney(minor, currency);
  if (product.suggestedPrice === null) throw refused(cartMessages.fixedPrice);
  if (amount > toDecimal(OPEN_PRICE_MAX, currency)) {
    throw refused(`At most ${money(OPEN_PRICE_MAX)}.`);
  }
  const minor = toMinor(amount, currency);
  if (minor === null) {
    throw refused(`Enter an amount in ${currency} with the right number of decimals.`);
  }
  if (minor < product.price) throw refused(`At least ${money(product.price)}.`);
  return minor;
}

/** Returns the range of the pay-what-you-want amount; null for fixed prices. */
export function getAmountRange(
  { least, suggestedPrice }: { least: number; suggestedPrice: number | null },
  currency: string,
): CartLine['open'] {
  if (suggestedPrice === null) return null;
  return {
    minimum: toDecimal(least, currency),
    suggested: toDecimal(suggestedPrice, currency),
    maximum: toDecimal(OPEN_PRICE_MAX, currency),
  };
}
