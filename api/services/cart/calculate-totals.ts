import type { AppContext } from '../../context.ts';
import { type Discount, findCartDiscount } from '../../db/repositories/discounts.ts';
import { applyDiscount, type Line } from '../discounts/apply-discount.ts';
import { type Totals, totalsOf } from './pricing.ts';

/** Totals of the lines with the discount code of the cart. */
export interface CalculatedTotals extends Totals {
  /** Discount of each line. */
  shares: number[];
  /** Discount code, and the reason why it does not apply. */
  code: { discount: Discount; problem: string | null } | null;
}

/** Calculates the totals of lines at current prices. */
export function calculateTotals(
  context: Pick<AppContext, 'database' | 'clock'>,
  userId: number,
  lines: readonly Line[],
): CalculatedTotals {
  const discount = findCartDiscount(context.database, userId);
  if (!discount) return { ...totalsOf(lines), shares: lines.map(() => 0), code: null };
  const applied = applyDiscount(context, discount, { userId, lines });
  const { problem, shares } = applied;
  return { ...totalsOf(lines, applied.discount), shares, code: { discount, problem } };
}
