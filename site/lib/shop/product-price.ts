import { priceText } from './price.ts';

/** What a product costs, as its published card says it: `€19.99`, or `Free`. */
export function productPrice({ price, currency }: { price: number; currency: string }): string {
  if (price === 0) return 'Free';
  return priceText(price, currency);
}
