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

/** What one line costs. */
export const subtotalOf = ({ price, quantity }: PricedLine): number => price * quantity;

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
