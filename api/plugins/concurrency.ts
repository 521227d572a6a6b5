import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { readConnectionLimit } from './http-server.ts';
import { addressOf } from './rate-limit.ts';
import { isTrustedProxy } from './trusted-proxies.ts';

/**
 * Limits the simultaneous requests and streams of a forwarded IP address. They replace the limit on
 * connections, which all belong to the proxy.
 */
export const concurrencyPlugin = fastifyPlugin(
  async (app, { config, database }: AppContext) => {
    if (!config.rateLimits || config.trustedProxies.length === 0) return;
    const perAddress = new Map<string, number>();
    app.addHook('onRequest', async (request, reply) => {
      // Without a forwarded address, the proxy itself sends the request, such as a health check.
      if (isTrustedProxy(config.trustedProxies, request.ip)) return;
      if (!isTrustedProxy(config.trustedProxies, request.socket.remoteAddress ?? '')) return;
      const address = addressOf(request);
      const open = perAddress.get(address) ?? 0;
      if (open >= readConnectionLimit(database, app.log)) {
        throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: 1 });
      }
      perAddress.set(address, open + 1);
      reply.raw.once('close', () => {
        const left = (perAddress.get(address) ?? 1) - 1;
        if (left > 0) perAddress.set(address, left);
        else perAddress.delete(address);
      });
    });
  },
  { name: 'concurrency', dependencies: ['rate-limit'] },
);
