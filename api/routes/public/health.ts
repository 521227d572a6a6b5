import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { MINUTE_MS } from '#contracts/durations.ts';
import {
  type CheckResult,
  healthResponse,
  notReadyResponse,
  readyResponse,
} from '#contracts/status.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { version } from '../../installation.ts';
import { sendError } from '../../plugins/errors.ts';
import { bearerToken } from '../../plugins/session.ts';
import { assertServing, checkReadiness, instanceOf } from '../../services/status/readiness.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Milliseconds for which the results of the checks are reused, so that callers cause little work. */
const REUSE_MS = 5000;

/** Routes for proxies and monitoring. */
export const healthRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  /** GET /api/health: 200 and the version while the database answers and there is a release to serve. */
  app.get('/api/health', { schema: { response: { 200: healthResponse } } }, async () => {
    assertServing(context);
    return { status: 'ok' as const, version };
  });

  const instance = instanceOf(context.config.dataFolder);
  let last: { at: number; checks: Promise<CheckResult[]> } | null = null;
  const check = () => {
    const now = context.clock();
    if (last === null || Math.abs(now - last.at) >= REUSE_MS) {
      last = { at: now, checks: checkReadiness(context) };
    }
    return last.checks;
  };

  /** GET /api/ready: 503 if anything needs the owner. Only admins learn what. */
  app.get(
    '/api/ready',
    { schema: { response: { 200: readyResponse, 503: notReadyResponse } } },
    async (request, reply) => {
      const checks = await check();
      const details = { instance, ...(request.viewer?.admin && { checks }) };
      if (checks.every(({ state }) => state !== 'failed')) return { ok: true as const, ...details };
      // Not thrown, as a browser would get a page without the reasons.
      return sendError(reply, new DomainError('NOT_READY', { details }));
    },
  );

  /** GET /metrics for Prometheus. It exists only if METRICS_TOKEN is set. */
  const { readMetrics } = app;
  const { metricsToken } = context.config;
  if (metricsToken === null || readMetrics === null) return;
  const expected = digest(metricsToken);
  app.get(
    '/metrics',
    {
      schema: { hide: true },
      // The token is not a session token.
      config: { ignoresToken: true, rateLimit: { max: 120, timeWindow: MINUTE_MS } },
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
};
