import type { AppContext } from '../../context.ts';
import { type Discount, findCartDiscount } from '../../db/repositories/discounts.ts';
import { applyDiscount, type Line } from '../discounts/applying.ts';
import { type Totals, totalsOf } from './pricing.ts';

/** What lines come to for a member, with the code in their cart. */
export interface Reckoned extends Totals {
  /** What of the discount falls on each line. */
  shares: number[];
  /** The code, and what is in the way of using it. */
  code: { discount: Discount; problem: string | null } | null;
}

/** Reckons lines that can be bought, as they cost now. */
export function reckon(
  context: Pick<AppContext, 'database' | 'clock'>,
  userId: number,
  lines: readonly Line[],
): Reckoned {
  const discount = findCartDiscount(context.database, userId);
  if (!discount) return { ...totalsOf(lines), shares: lines.map(() => 0), code: null };
  const applied = applyDiscount(context, discount, { userId, lines });
  const { problem, shares } = applied;
  return { ...totalsOf(lines, applied.discount), shares, code: { discount, problem } };
}
