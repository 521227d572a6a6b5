/**
 * Money inside is a whole number of the currency's smallest unit; the documented bodies carry decimals.
 * This is the border between the two. The currency is the shop's one, a setting.
 */

/** Smallest units that one price may have at most: a million of a currency with two decimals. */
export const PRICE_MAX = 100_000_000;
/** Smallest units that a sum may have, of an order or of what goes back: all that can be counted. */
export const SUM_MAX = Number.MAX_SAFE_INTEGER;

/**
 * What is known of currencies so far: asking takes longer than everything else here. On paper forint and
 * Taiwan dollar have hundredths, but nobody pays with them, and payment services refuse them.
 */
const decimals = new Map<string, number>([
  ['HUF', 0],
  ['TWD', 0],
]);

/** Digits after the point that a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  decimals.set(currency, digits);
  return digits;
}

/** Whether a currency is one that people pay with, by its three letters. */
export function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code);
}

/**
 * A documented price as a whole number of the smallest unit: 19.99 EUR is 1999.
 * @param most what it may be at most; a sum of several prices may be more than one of them
 * @returns null for what is no price: negative, not finite, with more digits than the currency has
 */
export function toMinor(price: number, currency: string, most = PRICE_MAX): number | null {
  // The shortest decimal that names this number; one with an exponent is far from any price.
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(String(price));
  const [, whole = '', fraction = ''] = parts ?? [];
  const decimals = decimalsOf(currency);
  if (!parts || fraction.length > decimals) return null;
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return minor <= most ? minor : null;
}

/** A whole number of the smallest unit as the documented decimal: 1999 is 19.99 EUR. */
export function toDecimal(minor: number, currency: string): number {
  return Number(toDecimalText(minor, currency));
}

/** The same as text with all of its digits, as payment services take it: 1900 is `19.00`. */
export function toDecimalText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(minor);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Writes amounts of a currency with as many digits as are paid. */
export function moneyFormat(currency: string, locale = 'en'): Intl.NumberFormat {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
}

/** A price as people read it, in their own way of writing: €19.99. */
export function formatMoney(minor: number, currency: string, locale = 'en'): string {
  return moneyFormat(currency, locale).format(
    // As text, so that no digit is lost on the way through a floating-point number.
    toDecimalText(minor, currency) as `${number}`,
  );
}
