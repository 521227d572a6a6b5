import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRICE_MAX } from '#contracts/money.ts';
import {
  type DiscountTerms,
  discountOn,
  priceFor,
  shareDiscount,
  subtotalOf,
  totalsOf,
} from './pricing.ts';

const price = fc.oneof(fc.nat(3), fc.nat(10_000), fc.nat(PRICE_MAX));
const line = fc.record({ price, quantity: fc.integer({ min: 1, max: 99 }) });
const lines = fc.array(line, { minLength: 1, maxLength: 100 });
const terms: fc.Arbitrary<DiscountTerms> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    kind: fc.constant('amount' as const),
    value: fc.integer({ min: 1, max: PRICE_MAX }),
  }),
);
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

describe('totals of a cart', () => {
  it('are the sum of the lines minus the discount on matching lines, and at least 0', () => {
    fc.assert(
      fc.property(lines, terms, fc.infiniteStream(fc.boolean()), (cart, code, fits) => {
        const fitting = cart.filter(() => fits.next().value).map(subtotalOf);
        const discount = discountOn(sum(fitting), code);
        const totals = totalsOf(cart, discount);
        expect(totals.subtotal).toBe(sum(cart.map(subtotalOf)));
        expect(totals.discount).toBe(discount);
        expect(totals.total).toBe(totals.subtotal - discount);
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(discount).toBeLessThanOrEqual(sum(fitting));
        expect(totals.total).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('are 0 with a discount of 100 per cent or of more than the sum', () => {
    fc.assert(
      fc.property(fc.nat(1e12), (subtotal) => {
        expect(discountOn(subtotal, { kind: 'percent', value: 100 })).toBe(subtotal);
        expect(discountOn(subtotal, { kind: 'amount', value: subtotal + 1 })).toBe(subtotal);
      }),
    );
  });

  it.each([
    [1000, 15, 150],
    [333, 10, 33],
    // Half a unit goes up, once for the order and not line by line.
    [5, 10, 1],
    [4, 10, 0],
    [25, 50, 13],
    [1, 50, 1],
    [1, 49, 0],
    [2_000_000_000_001, 50, 1_000_000_000_001],
  ])('of %i at %i per cent takes %i off', (subtotal, value, taken) => {
    expect(discountOn(subtotal, { kind: 'percent', value })).toBe(taken);
  });
});

describe('a discount on several lines', () => {
  it('is divided in proportion, without remainder, and at most by the price of each line', () => {
    fc.assert(
      fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (cart, part) => {
        const subtotals = cart.map(subtotalOf);
        const all = sum(subtotals);
        const discount = Math.floor(all * part);
        const shares = shareDiscount(subtotals, discount);
        expect(sum(shares)).toBe(discount);
        for (const [index, share] of shares.entries()) {
          const subtotal = subtotals[index] ?? 0;
          expect(share).toBeLessThanOrEqual(subtotal);
          const exact = BigInt(subtotal) * BigInt(discount);
          const apart = BigInt(share) * BigInt(all) - exact;
          expect(apart < BigInt(all || 1) && -apart < BigInt(all || 1)).toBe(true);
        }
      }),
    );
  });

  it.each([
    [[100, 100, 100], 100, [34, 33, 33]],
    [[1999, 333], 233, [200, 33]],
    [[0, 500], 7, [0, 7]],
    [[0, 0], 0, [0, 0]],
    [[1, 1], 1, [1, 0]],
  ])('of %j: %i is %j', (subtotals, discount, shares) => {
    expect(shareDiscount(subtotals, discount)).toEqual(shares);
  });
});

it('uses the custom amount, at least the minimum price, or else the fixed price', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.option(fc.nat(1000)),
      fc.option(fc.nat(3000)),
      (least, more, amount) => {
        const suggestedPrice = more === null ? null : least + more;
        const priceResult = priceFor({ price: least, suggestedPrice, amount });
        expect(priceResult).toBeGreaterThanOrEqual(least);
        if (suggestedPrice === null) expect(priceResult).toBe(least);
        else if (amount === null) expect(priceResult).toBe(suggestedPrice);
        else if (amount >= least) expect(priceResult).toBe(amount);
      },
    ),
  );
});
