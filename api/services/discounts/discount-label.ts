import { formatMoney } from '#contracts/money.ts';
import type { Discount } from '../../db/repositories/discounts.ts';

/** Returns the label of a discount, such as `10% off`. */
export function getDiscountLabel({ kind, value, scope }: Discount, currency: string): string {
  const what = kind === 'percent' ? `${value}%` : formatMoney(value, currency);
  return scope === 'all' ? `${what} off` : `${what} off some products`;
}
