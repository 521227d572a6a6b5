import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalsOf,
  formatMoney,
  isCurrency,
  PRICE_MAX,
  toDecimal,
  toDecimalText,
  toMinor,
} from './money.ts';

describe('a price in a request', () => {
  it.each<[number, string, number | null]>([
    [19.99, 'EUR', 1999],
    [0, 'EUR', 0],
    [0.1, 'EUR', 10],
    [1.1, 'EUR', 110],
    [8.7, 'EUR', 870],
    [1_000_000, 'EUR', 100_000_000],
    [1500, 'JPY', 1500],
    [1.234, 'KWD', 1234],
    [1_000_000.01, 'EUR', null],
    [19.999, 'EUR', null],
    [0.5, 'JPY', null],
    [19.99, 'HUF', null],
    [-1, 'EUR', null],
    [-0.01, 'EUR', null],
    [Number.NaN, 'EUR', null],
    [Number.POSITIVE_INFINITY, 'EUR', null],
    [1e21, 'EUR', null],
    [1e-7, 'EUR', null],
  ])('%d %s is %d smallest units', (price, currency, minor) => {
    expect(toMinor(price, currency)).toBe(minor);
  });

  it('keeps its value after conversion to smallest units and back, in all currencies', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: PRICE_MAX }),
        fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'HUF'),
        (minor, currency) => toMinor(toDecimal(minor, currency), currency) === minor,
      ),
      { numRuns: 500 },
    );
  });

  it.each<[number, string, string, string]>([
    [1999, 'EUR', '19.99', '€19.99'],
    [5, 'EUR', '0.05', '€0.05'],
    [-250, 'USD', '-2.50', '-$2.50'],
    [1500, 'JPY', '1500', '¥1,500'],
    [1234, 'KWD', '1.234', 'KWD\u00a01.234'],
    [1999, 'HUF', '1999', 'HUF\u00a01,999'],
    [1999, 'TWD', '1999', 'NT$1,999'],
  ])('%d of %s is written %s for programs and %s for people', (minor, currency, text, words) => {
    expect([toDecimalText(minor, currency), formatMoney(minor, currency)]).toEqual([text, words]);
  });
});

it('recognizes currencies by their three-letter codes', () => {
  expect(['EUR', 'JPY', 'eur', 'EURO', 'XYZ', ''].map(isCurrency)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(['EUR', 'JPY', 'KWD'].map(decimalsOf)).toEqual([2, 0, 3]);
});
