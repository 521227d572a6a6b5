import type { CartLine } from '#contracts/cart.ts';
import { formatMoney, toDecimal, toMinor } from '#contracts/money.ts';
import { cartMessages, OPEN_PRICE_MAX } from '#contracts/shop-words.ts';
import type { SaleProduct } from '../../db/repositories/carts.ts';
import { DomainError } from '../../errors.ts';

const refused = (msg: string) => new DomainError('VALIDATION', { msg, fields: { amount: msg } });

/**
 * What a buyer chooses to pay for one of a product, in smallest units.
 * @throws DomainError VALIDATION with a sentence at its field
 */
export function readAmount(product: SaleProduct, amount: number, currency: string): number {
  const money = (minor: number) => formatMoney(minor, currency);
  if (product.suggestedPrice === null) throw refused(cartMessages.fixedPrice);
  if (amount > toDecimal(OPEN_PRICE_MAX, currency)) {
    throw refused(`At most ${money(OPEN_PRICE_MAX)}.`);
  }
  const minor = toMinor(amount, currency);
  if (minor === null) {
    throw refused(`An amount in ${currency}, with no more digits than it has.`);
  }
  if (minor < product.price) throw refused(`At least ${money(product.price)}.`);
  return minor;
}

/** Between what and what a buyer chooses; null where the price is fixed. */
export function choiceOf(
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
