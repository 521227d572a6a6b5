import { formatMoney } from '#contracts/money.ts';
import type { Discount } from '../../db/repositories/discounts.ts';

/** What a code takes off, in words: `10% off`. */
export function offerOf({ kind, value, scope }: Discount, currency: string): string {
  const what = kind === 'percent' ? `${value}%` : formatMoney(value, currency);
  return scope === 'all' ? `${what} off` : `${what} off some products`;
}
