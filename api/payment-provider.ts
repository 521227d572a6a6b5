import type { Config } from './config.ts';
import type { PaymentProviderName } from './integrations/payment/provider.ts';

/** Payment provider for new payments, or null if none is configured. */
export type ActiveProvider = PaymentProviderName | null;

/** True if the demo provider may be used; in production, only with the demo content. */
export const allowsDemoPayments = ({ mode, seed }: Pick<Config, 'mode' | 'seed'>): boolean =>
  mode !== 'production' || seed === 'demo';

/** Returns the configured provider, regardless of the currency. */
export function paymentProviderOf(
  config: Pick<Config, 'mode' | 'seed' | 'paypal'>,
): ActiveProvider {
  if (config.paypal) return 'paypal';
  return allowsDemoPayments(config) ? 'demo' : null;
}

/** Returns the provider of new payments in a currency, or null if it does not support the currency. */
export const providerIn = (provider: ActiveProvider, currency: string): ActiveProvider =>
  provider === 'paypal' && !paypalSupports(currency) ? null : provider;

/**
 * True if a product can be bought. Free products need no provider. The demo provider sells only sample
 * products, because it takes no money.
 */
export function isForSale(
  product: { price: number; suggestedPrice: number | null; isSample: boolean },
  provider: ActiveProvider,
): boolean {
  if (product.price === 0 && product.suggestedPrice === null) return true;
  return provider === 'paypal' || (provider === 'demo' && product.isSample);
}

/**
 * Currencies that PayPal supports, from its documentation of currency codes. Amounts in HUF, JPY and TWD
 * have no decimals there, see `decimalsOf`.
 */
const paypalCurrencies = new Set([
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CNY',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'HUF',
  'ILS',
  'JPY',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'SEK',
  'SGD',
  'THB',
  'TWD',
  'USD',
]);

/** True if PayPal supports a currency. */
export const paypalSupports = (currency: string): boolean => paypalCurrencies.has(currency);
