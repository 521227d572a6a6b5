/** A line as it counts. Money is a whole number of the smallest unit. */
export interface PricedLine {
  price: number;
  quantity: number;
}

/** What a cart or an order comes to. */
export interface Totals {
  subtotal: number;
  discount: number;
  total: number;
}

/** What a code takes off: a whole number of per cent, or an amount. */
export interface Offer {
  kind: 'percent' | 'amount';
  value: number;
}

/** What one line costs. */
export const subtotalOf = ({ price, quantity }: PricedLine): number => price * quantity;

/**
 * What one of a product costs: its price, or where buyers choose, what they have chosen, else what is
 * proposed, and never less than the price.
 */
export function priceFor(product: {
  price: number;
  suggestedPrice: number | null;
  amount: number | null;
}): number {
  const { price, suggestedPrice, amount } = product;
  return suggestedPrice === null ? price : Math.max(price, amount ?? suggestedPrice);
}

/**
 * The sum of price times quantity, less a discount, never below nothing.
 * @throws RangeError for what is no price or no quantity: nothing may be sold by accident
 */
export function totalsOf(lines: readonly PricedLine[], discount = 0): Totals {
  for (const { price, quantity } of lines) {
    const sound = Number.isSafeInteger(price) && price >= 0;
    if (!sound || !Number.isSafeInteger(quantity) || quantity < 1) {
      throw new RangeError(`no price or quantity: ${price} × ${quantity}`);
    }
  }
  if (!Number.isSafeInteger(discount) || discount < 0)
    throw new RangeError(`no discount: ${discount}`);
  const subtotal = lines.reduce((sum, line) => sum + subtotalOf(line), 0);
  if (!Number.isSafeInteger(subtotal)) throw new RangeError('more than can be counted');
  const taken = Math.min(discount, subtotal);
  return { subtotal, discount: taken, total: subtotal - taken };
}

/**
 * What a code takes off the lines that it fits, once for all of them together: half a unit is rounded
 * up, and never more is taken than they cost.
 * @param subtotal what these lines cost
 */
export function discountOn(subtotal: number, { kind, value }: Offer): number {
  if (kind === 'amount') return Math.min(value, subtotal);
  // In whole numbers, since 0.5 of a unit must not depend on how a fraction is stored.
  return Number((BigInt(subtotal) * BigInt(value) * 2n + 100n) / 200n);
}

/**
 * Shares a discount over lines in proportion to what they cost. What is left after rounding down goes
 * unit by unit to those that lost the most by it, the first of equals first; so the shares together are
 * the discount, and none is more than its line.
 * @param subtotals of the lines that the discount is for
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
