import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { viewReport, viewReportQuery } from '#contracts/views.ts';
import type { AppContext } from '../../context.ts';
import { readViews } from '../../services/views/report.ts';

/** What was read, by page, article and referring host. */
export const adminViewRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/views',
    { schema: { querystring: viewReportQuery, response: { 200: viewReport } } },
    async (request) => {
      // What readers opened within the last second belongs to what they opened.
      await app.views.flush();
      return readViews(context, request.query.days);
    },
  );
};
