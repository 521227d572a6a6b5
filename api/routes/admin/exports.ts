import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import { exportRunResponse } from '#contracts/import.ts';
import type { AppContext } from '../../context.ts';
import { createSiteExports } from '../../services/site-export/export-runs.ts';

const exportParams = z.strictObject({ id: z.string().min(1).max(40) });

/** Routes for creating and downloading site exports. */
export const adminExportRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const exports = createSiteExports(context, (error) =>
    app.log.error({ err: error }, 'site export failed'),
  );
  app.addHook('onClose', () => exports.settled());

  app.post(
    '/api/admin/exports',
    {
      schema: { response: { 201: exportRunResponse, '4xx': errorResponse } },
      // The file contains all email addresses, so an unattended session must not get it.
      config: { confirmed: true, rateLimit: { max: 5, timeWindow: 60_000 } },
    },
    async (_request, reply) => {
      reply.status(201);
      return { run: exports.begin() };
    },
  );

  app.get(
    '/api/admin/exports/:id',
    {
      schema: { params: exportParams, response: { 200: exportRunResponse, '4xx': errorResponse } },
      // Same requirement as the file, so that the page can ask for it beforehand.
      config: { confirmed: true },
    },
    async (request) => ({ run: exports.find(request.params.id) }),
  );

  app.get(
    '/api/admin/exports/:id/file',
    {
      schema: { params: exportParams, hide: true },
      config: { confirmed: true, audited: true },
      // A HEAD request would delete the file.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { stream, bytes, name } = exports.open(request.params.id);
      reply.type('application/gzip').header('content-length', bytes);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return reply.send(stream);
    },
  );
};
