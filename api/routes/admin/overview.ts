import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import { overviewQuery, overviewResponse } from '#contracts/overview.ts';
import type { AppContext } from '../../context.ts';
import { getOverview } from '../../services/overview/overview.ts';

/** Route of the figures, decisions and states on the start page of the admin. */
export const adminOverviewRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/overview',
    {
      schema: {
        querystring: overviewQuery,
        response: { 200: overviewResponse, '4xx': errorResponse },
      },
    },
    async (request) => {
      // Includes the page views of the last second.
      await app.views.flush();
      return getOverview(context, request.query.days);
    },
  );
};
