import type { Config } from './config.ts';
import type { PaymentProviderName } from './integrations/payment/provider.ts';

/** Payment provider that takes new payments, or null if none is set up. */
export type ActiveProvider = PaymentProviderName | null;

/** True if the demo provider may be used: in production only together with the demo content. */
export const allowsDemoPayments = ({ mode, seed }: Pick<Config, 'mode' | 'seed'>): boolean =>
  mode !== 'production' || seed === 'demo';

/** Returns the provider that the configuration sets up, whatever the currency. */
export function paymentProviderOf(
  config: Pick<Config, 'mode' | 'seed' | 'paypal'>,
): ActiveProvider {
  if (config.paypal) return 'paypal';
  return allowsDemoPayments(config) ? 'demo' : null;
}

/** Returns the provider of new payments in a currency. */
export const providerIn = (provider: ActiveProvider, currency: string): ActiveProvider =>
  provider === 'paypal' && !paypalSupports(currency) ? null : provider;

/**
 * True if the provider can sell a product. Free products need no provider, and the demo provider sells
 * sample products alone: it takes no money.
 */
export function isForSale(
  product: { price: number; suggestedPrice: number | null; isSample: boolean },
  provider: ActiveProvider,
): boolean {
  if (product.price === 0 && product.suggestedPrice === null) return true;
  return provider === 'paypal' || (provider === 'demo' && product.isSample);
}

/**
 * Currencies that PayPal takes, as its documentation of currency codes lists them. It takes whole amounts
 * alone of HUF, JPY and TWD, which is how `decimalsOf` counts them.
 */
const taken = new Set([
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

/** Whether payments in a currency can be made there. */
export const paypalSupports = (currency: string): boolean => taken.has(currency);
