import { priceWords } from '#contracts/shop-words.ts';
import { priceText } from './price.ts';

interface Priced {
  price: number;
  suggestedPrice: number | null;
  currency: string;
}

/** What a product costs, as its published card says it: `€19.99`, `From €5.00`, `Free`. */
export function productPrice({ price, suggestedPrice, currency }: Priced): string {
  return priceWords(priceText(price, currency), {
    free: price === 0,
    open: suggestedPrice !== null,
  });
}
