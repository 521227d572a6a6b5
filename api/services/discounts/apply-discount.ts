import { discountMessages } from '#contracts/discount-words.ts';
import { formatMoney } from '#contracts/money.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import {
  countPendingRedemptionsFor,
  countRedemptions,
  countRedemptionsBy,
  type Discount,
  findCartDiscount,
  listDiscountProducts,
} from '../../db/repositories/discounts.ts';
import { DomainError } from '../../errors.ts';
import {
  discountOn,
  type PricedLine,
  shareDiscount,
  subtotalOf,
  type Totals,
  totalsOf,
} from '../cart/pricing.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Line of a cart; `id` is the row id of its product. */
export interface Line extends PricedLine {
  id: number;
}

/** Result of applying a code to a cart. */
export interface Applied {
  /** Reason why the code does not apply, for the user. */
  problem: string | null;
  discount: number;
  /** Discount of each line in order. */
  shares: number[];
}

/**
 * Calculates the discount of a code for a member's cart.
 * Payments in progress count as redemptions, but not the member's own unapproved ones.
 */
export function applyDiscount(
  context: Context,
  discount: Discount,
  { userId, lines }: { userId: number; lines: readonly Line[] },
): Applied {
  const refused = (problem: string) => ({ problem, discount: 0, shares: lines.map(() => 0) });
  const problem = outOfTime(context, discount) ?? spent(context, discount, userId);
  if (problem !== null) return refused(problem);
  const subtotals = eligibleSubtotals(context, discount, lines);
  if (subtotals === null) return refused(discountMessages.fitsNone);
  const all = subtotals.reduce((sum, subtotal) => sum + subtotal, 0);
  const taken = discountOn(all, discount);
  if (taken === 0) return refused(discountMessages.takesNothing);
  return { problem: null, discount: taken, shares: shareDiscount(subtotals, taken) };
}

/** Returns the price of each line that the code applies to; null if there is none. */
function eligibleSubtotals(
  { database }: Context,
  { id, scope }: Discount,
  lines: readonly Line[],
): number[] | null {
  if (lines.length === 0) return null;
  if (scope === 'all') return lines.map(subtotalOf);
  const fitting = new Set(listDiscountProducts(database, id).map((product) => product.id));
  if (!lines.some((line) => fitting.has(line.id))) return null;
  return lines.map((line) => (fitting.has(line.id) ? subtotalOf(line) : 0));
}

function outOfTime({ database, clock }: Context, { startsAt, endsAt }: Discount): string | null {
  const now = clock();
  if (endsAt !== null && now >= endsAt) return discountMessages.ended;
  if (startsAt === null || now >= startsAt) return null;
  const timeZone = settingOf(database, 'timezone');
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  const words = new Intl.DateTimeFormat('en', format).format(startsAt);
  return `This code is not valid yet: it starts on ${words} (${timeZone.replaceAll('_', ' ')}).`;
}

function spent({ database }: Context, discount: Discount, userId: number): string | null {
  const { id: discountId, maxUses, maxUsesEach } = discount;
  if (maxUses === null && maxUsesEach === null) return null;
  const holds = countPendingRedemptionsFor(database, { discountId, userId });
  if (maxUsesEach !== null) {
    const own = countRedemptionsBy(database, { discountId, userId });
    if (own + holds.own >= maxUsesEach) return discountMessages.usedByYou;
  }
  if (maxUses === null) return null;
  const used = countRedemptions(database, discountId);
  if (used >= maxUses) return discountMessages.usedUp;
  return used + holds.all >= maxUses ? discountMessages.held : null;
}

/** Returns the label of a discount, such as `10% off`. */
export function getDiscountLabel({ kind, value, scope }: Discount, currency: string): string {
  const what = kind === 'percent' ? `${value}%` : formatMoney(value, currency);
  return scope === 'all' ? `${what} off` : `${what} off some products`;
}

/** Creates the error for a code that cannot be used, at its field. */
export const codeRefused = (msg: string) =>
  new DomainError('CODE_REFUSED', { msg, fields: { code: msg } });

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
