import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import { searchQuery, searchResponse } from '#contracts/search.ts';
import type { AppContext } from '../../context.ts';
import { search } from '../../services/search/search.ts';

/** Full text over what who asks may see: the same for everybody, unless a part of the site is for members alone. */
export const searchRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/search',
    {
      schema: { querystring: searchQuery, response: { 200: searchResponse, 400: errorResponse } },
    },
    async (request) => {
      const { q: query, limit } = request.query;
      return search(context, { query, limit, asMember: request.viewer !== null });
    },
  );
};
