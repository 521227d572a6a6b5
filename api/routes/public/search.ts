import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import { searchQuery, searchResponse } from '#contracts/search.ts';
import type { AppContext } from '../../context.ts';
import { search } from '../../services/search/search.ts';

/** Full text over what every reader may see; the same for everybody. */
export const searchRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/search',
    {
      schema: { querystring: searchQuery, response: { 200: searchResponse, 400: errorResponse } },
    },
    async (request) => search(context, request.query.q, request.query.limit),
  );
};
