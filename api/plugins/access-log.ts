import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { loggedPath } from '../log.ts';

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
