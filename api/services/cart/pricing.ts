import type { CartLine } from '#contracts/cart.ts';
import { discountMessages } from '#contracts/discount-messages.ts';
import { formatMoney, toDecimal, toMinor } from '#contracts/money.ts';
import { CUSTOM_AMOUNT_MAX, cartMessages } from '#contracts/shop-messages.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/site.ts';
import type { SaleProduct } from '../../db/repositories/carts.ts';
import {
  countPendingRedemptionsFor,
  countRedemptions,
  countRedemptionsBy,
  type Discount,
  findCartDiscount,
  listDiscountProducts,
} from '../../db/repositories/discounts.ts';
import { fieldError } from '../../errors.ts';

/** Line with its price in the smallest unit. */
export interface PricedLine {
  price: number;
  quantity: number;
}

export interface Totals {
  subtotal: number;
  discount: number;
  total: number;
}

/** Discount: a whole percentage or an amount. */
export interface DiscountTerms {
  kind: 'percent' | 'amount';
  value: number;
}

export const subtotalOf = ({ price, quantity }: PricedLine): number => price * quantity;

/** Returns the price of a product: fixed, or the chosen or suggested amount, but at least the minimum. */
export function priceFor(product: {
  price: number;
  suggestedPrice: number | null;
  amount: number | null;
}): number {
  const { price, suggestedPrice, amount } = product;
  return suggestedPrice === null ? price : Math.max(price, amount ?? suggestedPrice);
}

/**
 * Returns the sum of prices times quantities minus a discount, at least 0.
 * @throws RangeError for an invalid price or quantity
 */
export function totalsOf(lines: readonly PricedLine[], discount = 0): Totals {
  for (const { price, quantity } of lines) {
    const isPrice = Number.isSafeInteger(price) && price >= 0;
    if (!isPrice || !Number.isSafeInteger(quantity) || quantity < 1) {
      throw new RangeError(`no price or quantity: ${price} × ${quantity}`);
    }
  }
  if (!Number.isSafeInteger(discount) || discount < 0)
    throw new RangeError(`no discount: ${discount}`);
  const subtotal = lines.reduce((sum, line) => sum + subtotalOf(line), 0);
  if (!Number.isSafeInteger(subtotal)) throw new RangeError('more than can be counted');
  const applied = Math.min(discount, subtotal);
  return { subtotal, discount: applied, total: subtotal - applied };
}

/**
 * Returns the discount on a subtotal, rounded half up and at most the subtotal.
 * @param subtotal sum of the lines that the code applies to
 */
export function discountOn(subtotal: number, { kind, value }: DiscountTerms): number {
  if (kind === 'amount') return Math.min(value, subtotal);
  // Integer arithmetic, so that rounding does not depend on floating-point errors.
  return Number((BigInt(subtotal) * BigInt(value) * 2n + 100n) / 200n);
}

/**
 * Distributes a discount over lines in proportion to their price. The remainder goes to the lines that lost the most
 * by rounding, earlier lines first; the shares add up to the discount.
 * @param subtotals of the lines that the discount applies to
 */
export function shareDiscount(subtotals: readonly number[], discount: number): number[] {
  const all = subtotals.reduce((sum, subtotal) => sum + BigInt(subtotal), 0n);
  if (all === 0n) return subtotals.map(() => 0);
  const exact = subtotals.map((subtotal) => BigInt(subtotal) * BigInt(discount));
  const shares = exact.map((product) => Number(product / all));
  const left = discount - shares.reduce((sum, share) => sum + share, 0);
  const lost = exact.map((product, index) => ({ index, rest: product % all }));
  lost.sort((one, other) => Number(other.rest - one.rest) || one.index - other.index);
  for (const { index } of lost.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/**
 * Parses a pay-what-you-want amount, in the smallest unit.
 * @throws DomainError VALIDATION with a message at its field
 */
export function parseAmount(product: SaleProduct, amount: number, currency: string): number {
  const money = (minor: number) => formatMoney(minor, currency);
  if (product.suggestedPrice === null) throw fieldError('amount', cartMessages.fixedPrice);
  if (amount > toDecimal(CUSTOM_AMOUNT_MAX, currency)) {
    throw fieldError('amount', `At most ${money(CUSTOM_AMOUNT_MAX)}.`);
  }
  const minor = toMinor(amount, currency);
  if (minor === null) {
    throw fieldError('amount', `Enter an amount in ${currency} with the right number of decimals.`);
  }
  if (minor < product.price) throw fieldError('amount', `At least ${money(product.price)}.`);
  return minor;
}

/** Returns the range of the pay-what-you-want amount; null for fixed prices. */
export function getAmountRange(
  { minimumPrice, suggestedPrice }: { minimumPrice: number; suggestedPrice: number | null },
  currency: string,
): CartLine['customAmount'] {
  if (suggestedPrice === null) return null;
  return {
    minimum: toDecimal(minimumPrice, currency),
    suggested: toDecimal(suggestedPrice, currency),
    maximum: toDecimal(CUSTOM_AMOUNT_MAX, currency),
  };
}

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Line of a cart; `id` is the row id of its product. */
interface Line extends PricedLine {
  id: number;
}

/** Result of applying a code to a cart. */
interface Applied {
  /** Reason why the code does not apply, for the user. */
  problem: string | null;
  discount: number;
  /** Discount of each line in order. */
  lineDiscounts: number[];
}

/** Creates the error for a code that cannot be used, at its field. */
export const codeRejected = (msg: string) => fieldError('code', msg, { code: 'CODE_REJECTED' });

/** Totals of the lines with the discount code of the cart. */
export interface CalculatedTotals extends Totals {
  /** Discount of each line. */
  lineDiscounts: number[];
  /** Discount code, and the reason why it does not apply. */
  code: { discount: Discount; problem: string | null } | null;
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
  const refused = (problem: string) => ({
    problem,
    discount: 0,
    lineDiscounts: lines.map(() => 0),
  });
  const problem =
    findPeriodProblem(context, discount) ?? findUsageProblem(context, discount, userId);
  if (problem !== null) return refused(problem);
  const subtotals = eligibleSubtotals(context, discount, lines);
  if (subtotals === null) return refused(discountMessages.fitsNone);
  const total = subtotals.reduce((sum, subtotal) => sum + subtotal, 0);
  const amount = discountOn(total, discount);
  if (amount === 0) return refused(discountMessages.takesNothing);
  return { problem: null, discount: amount, lineDiscounts: shareDiscount(subtotals, amount) };
}

/** Returns the price of each line that the code applies to; null if there is none. */
function eligibleSubtotals(
  { database }: Context,
  { id, scope }: Discount,
  lines: readonly Line[],
): number[] | null {
  if (lines.length === 0) return null;
  if (scope === 'all') return lines.map(subtotalOf);
  const eligibleIds = new Set(listDiscountProducts(database, id).map((product) => product.id));
  if (!lines.some((line) => eligibleIds.has(line.id))) return null;
  return lines.map((line) => (eligibleIds.has(line.id) ? subtotalOf(line) : 0));
}

/** Returns why a code is not valid at this time, or null. */
function findPeriodProblem(
  { database, clock }: Context,
  { startsAt, endsAt }: Discount,
): string | null {
  const now = clock();
  if (endsAt !== null && now >= endsAt) return discountMessages.ended;
  if (startsAt === null || now >= startsAt) return null;
  const timeZone = settingOf(database, 'timezone');
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  const start = new Intl.DateTimeFormat('en', format).format(startsAt);
  return `This code is not valid yet: it starts on ${start} (${timeZone.replaceAll('_', ' ')}).`;
}

/** Returns why a code cannot be redeemed again, or null. */
function findUsageProblem(
  { database }: Context,
  discount: Discount,
  userId: number,
): string | null {
  const { id: discountId, maxRedemptions, maxRedemptionsPerCustomer } = discount;
  if (maxRedemptions === null && maxRedemptionsPerCustomer === null) return null;
  const pending = countPendingRedemptionsFor(database, { discountId, userId });
  if (maxRedemptionsPerCustomer !== null) {
    const own = countRedemptionsBy(database, { discountId, userId });
    if (own + pending.own >= maxRedemptionsPerCustomer) return discountMessages.redeemedByYou;
  }
  if (maxRedemptions === null) return null;
  const redemptions = countRedemptions(database, discountId);
  if (redemptions >= maxRedemptions) return discountMessages.usedUp;
  return redemptions + pending.all >= maxRedemptions ? discountMessages.held : null;
}

/** Returns the label of a discount, such as `10% off`. */
export function getDiscountLabel({ kind, value, scope }: Discount, currency: string): string {
  const what = kind === 'percent' ? `${value}%` : formatMoney(value, currency);
  return scope === 'all' ? `${what} off` : `${what} off some products`;
}

/** Calculates the totals of lines at current prices. */
export function calculateTotals(
  context: Pick<AppContext, 'database' | 'clock'>,
  userId: number,
  lines: readonly Line[],
): CalculatedTotals {
  const discount = findCartDiscount(context.database, userId);
  if (!discount) return { ...totalsOf(lines), lineDiscounts: lines.map(() => 0), code: null };
  const applied = applyDiscount(context, discount, { userId, lines });
  const { problem, lineDiscounts } = applied;
  return { ...totalsOf(lines, applied.discount), lineDiscounts, code: { discount, problem } };
}
