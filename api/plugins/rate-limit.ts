import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { isApiRequest } from './api-request.ts';
import { createRateLimitStore } from './rate-limit-store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request of a missing URL. @throws DomainError TOO_MANY_REQUESTS */
    countNotFound: (request: FastifyRequest) => Promise<void>;
    /** Counts what a member writes, wherever it comes from. @throws DomainError TOO_MANY_REQUESTS */
    countWrite: (request: FastifyRequest) => Promise<void>;
  }
}

const MINUTE_MS = 60_000;
/** API requests per IP address and minute; a busy page sends a dozen. */
export const CALLS_PER_MINUTE = 600;
/** Limit for missing URLs, against scanners. */
export const MISSES_PER_MINUTE = 60;

/** Comments that one address, or one member, may write or change. */
export const writingLimit = { max: 9, timeWindow: 30_000 } as const;

/** Likes, saves and the like of one member, all of them together, wherever they come from. */
export const reactionLimit = {
  max: 10,
  timeWindow: 30_000,
  groupId: 'reactions',
  keyGenerator: (request: FastifyRequest) => request.viewer?.publicId ?? addressOf(request),
} as const;

/**
 * Limits the requests of an IP address. Routes set a lower limit with `config: { rateLimit: { max,
 * timeWindow } }`, in requests and milliseconds, in addition to the general one.
 */
export const rateLimitPlugin = fastifyPlugin(
  async (app, { config, clock }: AppContext) => {
    app.decorate('countNotFound', async () => undefined);
    app.decorate('countWrite', async () => undefined);
    if (!config.rateLimits) return;
    const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false };
    await app.register(rateLimit, {
      global: false,
      store: createRateLimitStore(clock),
      keyGenerator: addressOf,
      addHeaders: { ...silent, 'x-ratelimit-reset': false },
      addHeadersOnExceeding: { ...silent, 'x-ratelimit-reset': false },
      errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
    });
    const calls = app.createRateLimit({ max: CALLS_PER_MINUTE, timeWindow: MINUTE_MS });
    const misses = app.createRateLimit({ max: MISSES_PER_MINUTE, timeWindow: MINUTE_MS });
    app.addHook('onRequest', async (request) => {
      const found = request.routeOptions.url ?? '';
      const missed = isApiRequest(request) && !/^\/(api|user)\//.test(found);
      if (!missed && !/^\/(api|user)\//.test(found)) return;
      await spend(missed ? misses : calls, request);
    });
    const writing = app.createRateLimit({
      ...writingLimit,
      keyGenerator: ({ viewer }) => viewer?.publicId ?? '',
    });
    app.countWrite = async (request) => {
      if (request.viewer) await spend(writing, request);
    };
    app.countNotFound = (request) => spend(misses, request);
  },
  { name: 'rate-limit' },
);

type Limit = ReturnType<FastifyInstance['createRateLimit']>;

async function spend(limit: Limit, request: FastifyRequest): Promise<void> {
  const verdict = await limit(request);
  if (!verdict.isAllowed && verdict.isExceeded) throw tooMany(verdict.ttl);
}

function tooMany(waitMs: number): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', { retryAfter: waitMs / 1000 });
}

/**
 * Returns the IP address that a limit counts: the one that Fastify reports, which is a forwarded
 * one only behind a trusted proxy. IPv6 addresses are reduced to their network.
 */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}
