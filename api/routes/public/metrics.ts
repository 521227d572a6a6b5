import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { bearerToken } from '../../plugins/session.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** GET /metrics for Prometheus. It exists only if METRICS_TOKEN is set. */
export async function metricsRoutes(app: FastifyInstance, { config }: AppContext): Promise<void> {
  const { readMetrics } = app;
  if (config.metricsToken === null || readMetrics === null) return;
  const expected = digest(config.metricsToken);
  app.get(
    '/metrics',
    {
      schema: { hide: true },
      // The token is not a session token.
      config: { ignoresToken: true, rateLimit: { max: 120, timeWindow: 60_000 } },
    },
    async (request, reply) => {
      // Hashes have equal lengths, so the comparison does not reveal the length of the token.
      if (!timingSafeEqual(digest(bearerToken(request) ?? ''), expected)) {
        reply.header('www-authenticate', 'Bearer');
        throw new DomainError('NOT_SIGNED_IN', { msg: 'METRICS_TOKEN is required.' });
      }
      reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8');
      reply.header('cache-control', 'no-store');
      return readMetrics();
    },
  );
}
