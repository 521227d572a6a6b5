import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { loggedPath } from '../log.ts';

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

const zeros = /^0+$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** Start of the request, in milliseconds of the monotonic clock of this process. */
    startedAt: number;
  }
}

/** Records the start time of a request, to measure the time until a change is live. */
export const requestTimingPlugin = fastifyPlugin(
  async (app) => {
    app.decorateRequest('startedAt', 0);
    app.addHook('onRequest', (request, _reply, next) => {
      request.startedAt = performance.now();
      next();
    });
  },
  { name: 'request-timing' },
);

/** Writes one log line per request if ACCESS_LOG is on, without IP addresses, queries and secrets. */
export const accessLogPlugin = fastifyPlugin(
  async (app, { config }: AppContext) => {
    if (!config.accessLog) return;
    app.addHook('onResponse', async (request, reply) => {
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url ?? null,
          path: loggedPath(request.url),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      );
    });
  },
  { name: 'access-log' },
);

/** Returns the start of the request, in milliseconds since 1970 with a fraction. */
export function requestedAt(request: FastifyRequest): number {
  return performance.timeOrigin + request.startedAt;
}

/**
 * Returns the IDs of a W3C `traceparent` header for the log of a request, or nothing if it is missing
 * or invalid. Callers choose them, so they serve to find log lines and nothing else.
 */
export function readTraceContext(
  header: string | string[] | undefined,
): { trace_id: string; span_id: string } | Record<string, never> {
  if (typeof header !== 'string') return {};
  const [, version = '', trace = '', span = '', more] = traceparent.exec(header) ?? [];
  const isValid =
    trace !== '' &&
    version !== 'ff' &&
    // Version 00 ends here; later ones may add fields.
    !(version === '00' && more !== undefined) &&
    !zeros.test(trace) &&
    !zeros.test(span);
  return isValid ? { trace_id: trace, span_id: span } : {};
}
