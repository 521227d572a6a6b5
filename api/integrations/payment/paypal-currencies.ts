/**
 * Currencies that PayPal takes, as its documentation of currency codes lists them. It takes whole amounts
 * alone of HUF, JPY and TWD, which is how `decimalsOf` counts them.
 */
const taken = new Set([
  ...['AUD', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'ILS', 'JPY'],
  ...['MXN', 'MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'SEK', 'SGD', 'THB', 'TWD', 'USD'],
]);

/** Whether payments in a currency can be made there. */
export const paypalTakes = (currency: string): boolean => taken.has(currency);
