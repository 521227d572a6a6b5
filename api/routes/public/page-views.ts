import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MINUTE_MS } from '#contracts/durations.ts';
import { clientErrorRequest, pageViewRequest, VIEW_BODY_MAX } from '#contracts/overview.ts';
import { redactPersonalData } from '../../log.ts';

/** Errors that one IP address may report; a page sends three at most. */
const CLIENT_ERRORS_PER_MINUTE = 10;

/** Page views per client. */
export const VIEWS_PER_MINUTE = 120;

/** Routes that log errors of browsers and count page views; responses do not tell if a view is counted. */
export const pageViewRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/api/client-errors',
    {
      bodyLimit: VIEW_BODY_MAX,
      schema: { body: clientErrorRequest, response: { 204: z.null() } },
      config: { rateLimit: { max: CLIENT_ERRORS_PER_MINUTE, timeWindow: MINUTE_MS } },
    },
    async (request, reply) => {
      const { message, path, stack } = request.body;
      const error = {
        message: redactPersonalData(message),
        path: redactPersonalData(path),
        stack: redactPersonalData(stack),
      };
      request.log.warn({ error }, 'a script failed in a browser');
      app.telemetry.browserError(error);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/views',
    {
      bodyLimit: VIEW_BODY_MAX,
      schema: { body: pageViewRequest, response: { 204: z.null() } },
      config: { rateLimit: { max: VIEWS_PER_MINUTE, timeWindow: MINUTE_MS } },
    },
    async (request, reply) => {
      app.views.count(request, request.body);
      return reply.status(204).send(null);
    },
  );
};
