/**
 * Internally, money is an integer in the currency's smallest unit; documented bodies contain decimals.
 * These functions convert between the two. The currency is a setting of the shop.
 */

/** Highest price in the smallest unit: a million in a currency with two decimals. */
export const PRICE_MAX = 100_000_000;
/** Highest sum of an order or a refund in the smallest unit. */
export const SUM_MAX = Number.MAX_SAFE_INTEGER;

/**
 * Cached decimals by currency, because Intl.NumberFormat is slow. Forint and Taiwan dollar officially have
 * decimals that payment providers refuse.
 */
const decimals = new Map<string, number>([
  ['HUF', 0],
  ['TWD', 0],
]);

/** Returns the number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  decimals.set(currency, digits);
  return digits;
}

/** True for the three-letter code of a known currency. */
export function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code);
}

/**
 * Converts a documented price to the smallest unit: 19.99 EUR is 1999.
 * @param most highest result; a sum can exceed the highest price
 * @returns null for an invalid price: negative, not finite, too many decimals
 */
export function toMinor(price: number, currency: string, most = PRICE_MAX): number | null {
  // The shortest decimal of this number. Numbers with an exponent are not valid prices.
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(String(price));
  const [, whole = '', fraction = ''] = parts ?? [];
  const decimals = decimalsOf(currency);
  if (!parts || fraction.length > decimals) return null;
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return minor <= most ? minor : null;
}

/** Converts an amount in the smallest unit to the documented decimal: 1999 is 19.99 EUR. */
export function toDecimal(minor: number, currency: string): number {
  return Number(toDecimalText(minor, currency));
}

/** Converts an amount to text with all decimals, as payment providers expect it: 1900 is `19.00`. */
export function toDecimalText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(minor);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns a formatter with the decimals of a currency. */
export function moneyFormat(currency: string): Intl.NumberFormat {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Formats a price: €19.99. */
export function formatMoney(minor: number, currency: string): string {
  return moneyFormat(currency).format(
    // As text, because a floating-point number could lose digits.
    toDecimalText(minor, currency) as `${number}`,
  );
}
