import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { MINUTE_MS } from '#contracts/durations.ts';
import { searchQuery, searchResponse } from '#contracts/search.ts';
import type { AppContext } from '../../context.ts';
import { search } from '../../services/search/search.ts';

/** Searches per client; typing causes one with each pause. */
export const SEARCHES_PER_MINUTE = 120;

/** Route of the full-text search over pages that the viewer may see. */
export const searchRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/search',
    {
      schema: { querystring: searchQuery, response: { 200: searchResponse } },
      config: { rateLimit: { max: SEARCHES_PER_MINUTE, timeWindow: MINUTE_MS } },
    },
    async (request) => {
      const { q: query, limit } = request.query;
      return search(context, { query, limit, asMember: request.viewer !== null });
    },
  );
};
