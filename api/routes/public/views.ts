import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import { VIEW_BODY_MAX, viewRequest } from '#contracts/views.ts';

const MINUTE_MS = 60_000;
/** Views that one address may report; somebody who reads needs a few. */
export const VIEWS_PER_MINUTE = 120;

/** Pages that were opened. The answer is the same for everybody, counted or not. */
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
