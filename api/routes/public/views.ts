import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import { VIEW_BODY_MAX, viewRequest } from '#contracts/views.ts';

const MINUTE_MS = 60_000;
/** Page views per client. */
export const VIEWS_PER_MINUTE = 120;

/** Route that counts page views; its response does not tell if a view is counted. */
export const viewRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/api/views',
    {
      bodyLimit: VIEW_BODY_MAX,
      schema: { body: viewRequest, response: { 204: z.null(), '4xx': errorResponse } },
      config: { rateLimit: { max: VIEWS_PER_MINUTE, timeWindow: MINUTE_MS } },
    },
    async (request, reply) => {
      app.views.count(request, request.body);
      return reply.status(204).send(null);
    },
  );
};
