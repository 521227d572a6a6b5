import type { AdminWarning } from '#contracts/overview.ts';
import type { Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import { listContentProblems } from '../db/hot/site.ts';
import { countPricedProducts } from '../db/repositories/products.ts';
import { getCurrentProvider } from './checkout/payment-context.ts';

/** Lists faults of the configuration, for the log at the start and for every admin page. */
export function listWarnings({
  siteUrl,
  trustedProxies,
}: Pick<Config, 'siteUrl' | 'trustedProxies'>): AdminWarning[] {
  // This server speaks no TLS itself, so an https site has a proxy before it.
  if (!siteUrl.startsWith('https:') || trustedProxies.length > 0) return [];
  return [
    {
      code: 'NO_TRUSTED_PROXY',
      msg: 'All visitors share one rate limit: SITE_URL is https, but TRUSTED_PROXIES is empty, so each request seems to come from the proxy. Set TRUSTED_PROXIES to the address of the proxy, for example 127.0.0.1, and start again. docs/operate.md shows how.',
    },
  ];
}

/** Returns a warning if live products cannot be bought because no payment service sells them. */
export function listShopWarnings(context: Pick<AppContext, 'config' | 'database'>): AdminWarning[] {
  const provider = getCurrentProvider(context);
  if (provider === 'paypal') return [];
  const count = countPricedProducts(context.database, { samples: provider === null });
  if (count === 0) return [];
  const products = count === 1 ? '1 product is' : `${count} products are`;
  return [
    {
      code: 'PRODUCTS_NOT_FOR_SALE',
      msg: `${products} not for sale yet: no payment provider is configured, and the demo provider only sells the sample products. Set PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_MERCHANT_ID on the server and start again. Free products need no payment service.`,
    },
  ];
}

/** Returns a warning that lists the invalid files in CONTENT_DIR. */
export function listContentWarnings({ database }: Pick<AppContext, 'database'>): AdminWarning[] {
  const problems = listContentProblems(database).map(({ problem }) => problem);
  if (problems.length === 0) return [];
  return [
    {
      code: 'CONTENT_INVALID',
      msg: `${problems.join('. ')}. Pages show the last valid content until you correct the file in CONTENT_DIR.`,
    },
  ];
}
