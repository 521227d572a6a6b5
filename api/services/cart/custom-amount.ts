import type { CartLine } from '#contracts/cart.ts';
import { formatMoney, toDecimal, toMinor } from '#contracts/money.ts';
import { cartMessages, OPEN_PRICE_MAX } from '#contracts/shop-words.ts';
import type { SaleProduct } from '../../db/repositories/carts.ts';
import { DomainError } from '../../errors.ts';

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
