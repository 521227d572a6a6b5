import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import { exportRunResponse } from '#contracts/import.ts';
import type { AppContext } from '../../context.ts';
import { createSiteExports } from '../../services/site-archive/exports.ts';

const exportParams = z.strictObject({ id: z.string().min(1).max(40) });

/** Taking everything the site holds along, as one file. */
export const adminExportRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const exports = createSiteExports(context, (error) => app.log.error({ err: error }, 'an export'));
  app.addHook('onClose', () => exports.settled());

  app.post(
    '/api/admin/exports',
    {
      schema: { response: { 201: exportRunResponse, '4xx': errorResponse } },
      // Everybody's address in one file: not for who finds the device alone.
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
      // As for the file, so that the page finds out before it leads there.
      config: { confirmed: true },
    },
    async (request) => ({ run: exports.find(request.params.id) }),
  );

  app.get(
    '/api/admin/exports/:id/file',
    {
      schema: { params: exportParams, hide: true },
      config: { confirmed: true, audited: true },
      // Asking whether it is there would take it away.
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
