import { moneyFormat } from '#contracts/money.ts';
import { priceLabel } from '#contracts/shop-messages.ts';

/** Formats a price: €19.99. */
export function priceText(price: number, currency: string): string {
  return moneyFormat(currency).format(price);
}

interface Priced {
  price: number;
  suggestedPrice: number | null;
  currency: string;
}

/** Formats the price of a product: `€19.99`, `From €5.00`, `Free`. */
export function productPrice({ price, suggestedPrice, currency }: Priced): string {
  return priceLabel(priceText(price, currency), {
    free: price === 0,
    customAmount: suggestedPrice !== null,
  });
}

/** Parses a typed price with a decimal point or comma. Returns NaN if it is invalid. */
export function parsePrice(typed: string): number {
  const plain = typed.trim().replace(',', '.');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
