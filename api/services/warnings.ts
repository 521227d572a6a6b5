import type { AdminWarning } from '#contracts/admin-warning.ts';
import type { Config } from '../config.ts';

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
