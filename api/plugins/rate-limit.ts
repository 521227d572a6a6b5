import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { MINUTE_MS } from '#contracts/durations.ts';
import type { AppContext, Clock } from '../context.ts';
import { DomainError } from '../errors.ts';
import { CountsByIpAddress } from './counts-by-ip-address.ts';
import { isApiRequest } from './headers.ts';
import { isTrustedProxy, readConnectionLimit } from './http-server.ts';

/**
 * Limits the simultaneous requests and streams of a forwarded IP address. They replace the limit on
 * connections, which all belong to the proxy.
 */
export const concurrencyPlugin = fastifyPlugin(
  async (app, { config, database }: AppContext) => {
    if (!config.rateLimits || config.trustedProxies.length === 0) return;
    const requests = new CountsByIpAddress();
    app.addHook('onRequest', async (request, reply) => {
      // Without a forwarded IP address, the proxy itself sends the request, such as a health check.
      if (isTrustedProxy(config.trustedProxies, request.ip)) return;
      if (!isTrustedProxy(config.trustedProxies, request.socket.remoteAddress ?? '')) return;
      const ipAddress = ipAddressOf(request);
      if (requests.get(ipAddress) >= readConnectionLimit(database, app.log)) {
        throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: 1 });
      }
      requests.increment(ipAddress);
      reply.raw.once('close', () => requests.decrement(ipAddress));
    });
  },
  { name: 'concurrency', dependencies: ['rate-limit'] },
);

/** Keys remembered at most; the one that was quiet the longest makes room. */
const CAPACITY = 50_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request of a missing URL. @throws DomainError TOO_MANY_REQUESTS */
    countNotFound: (request: FastifyRequest) => Promise<void>;
    /** Counts the contributions of a member from all IP addresses. @throws DomainError TOO_MANY_REQUESTS */
    countWrite: (request: FastifyRequest) => Promise<void>;
  }
}

/** API requests per IP address and minute; a busy page sends a dozen. */
export const CALLS_PER_MINUTE = 600;
/** Limit for missing URLs, against scanners. */
export const MISSES_PER_MINUTE = 60;

/** Comments that one IP address, or one member, may write or change. */
export const writingLimit = { max: 9, timeWindow: 30_000 } as const;

/** Total of likes, saves and similar actions of one member, from all IP addresses. */
export const reactionLimit = {
  max: 10,
  timeWindow: 30_000,
  groupId: 'reactions',
  keyGenerator: (request: FastifyRequest) => request.viewer?.publicId ?? ipAddressOf(request),
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
      keyGenerator: ipAddressOf,
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
  const result = await limit(request);
  if (!result.isAllowed && result.isExceeded) throw tooMany(result.ttl);
}

function tooMany(waitMs: number): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', { retryAfter: waitMs / 1000 });
}

/**
 * Returns the IP address that a limit counts: the one that Fastify reports, which is a forwarded
 * one only behind a trusted proxy. IPv6 addresses are reduced to their network.
 */
export function ipAddressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}

/**
 * Counts per key and window in memory, so two processes allow twice as much. Unlike the plugin's
 * own store, it uses the injected clock.
 */
function createRateLimitStore(clock: Clock): FastifyRateLimitStoreCtor {
  return class ClockedStore implements FastifyRateLimitStore {
    private readonly groups = new Map<string, ClockedStore>();
    private readonly windows = new Map<string, { count: number; endsAt: number }>();

    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      const now = clock();
      const entry = this.windows.get(key);
      const open = entry && now < entry.endsAt && now >= entry.endsAt - windowMs;
      const current = open ? entry : { count: 0, endsAt: now + windowMs };
      current.count++;
      this.windows.delete(key);
      this.windows.set(key, current);
      this.makeRoom();
      callback(null, { current: current.count, ttl: current.endsAt - now });
    }

    /** Routes with the same `groupId` are counted together, others separately. */
    child(route: object): FastifyRateLimitStore {
      const groupId = 'groupId' in route ? String(route.groupId) : null;
      if (groupId === null) return new ClockedStore();
      const group = this.groups.get(groupId) ?? new ClockedStore();
      this.groups.set(groupId, group);
      return group;
    }

    private makeRoom(): void {
      if (this.windows.size <= CAPACITY) return;
      const quietest = this.windows.keys().next().value;
      if (quietest !== undefined) this.windows.delete(quietest);
    }
  };
}
