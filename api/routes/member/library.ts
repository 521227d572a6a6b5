import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  downloadLinkRequest,
  downloadLinkResponse,
  libraryQuery,
  libraryResponse,
} from '#contracts/library.ts';
import type { AppContext } from '../../context.ts';
import { viewerOf } from '../../plugins/session.ts';
import { createDownloadUrl } from '../../services/library/download.ts';
import { getLibraryPage } from '../../services/library/library.ts';

/** Routes of the library and its download links. */
export async function libraryRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/api/library',
    {
      schema: {
        querystring: libraryQuery,
        response: { 200: libraryResponse, '4xx': errorResponse },
      },
    },
    async (request) => getLibraryPage(context, viewerOf(request).userId, request.query),
  );

  typed.post(
    '/api/library/links',
    {
      schema: {
        body: downloadLinkRequest,
        response: { 201: downloadLinkResponse, '4xx': errorResponse },
      },
      config: { rateLimit: { max: 60, timeWindow: 60_000, hook: 'preHandler' } },
    },
    async (request, reply) => {
      const link = createDownloadUrl(context, viewerOf(request), request.body.version);
      return reply.status(201).send(link);
    },
  );
}
