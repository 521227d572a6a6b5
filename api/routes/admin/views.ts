import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { viewReport, viewReportQuery } from '#contracts/views.ts';
import type { AppContext } from '../../context.ts';
import { getViewReport } from '../../services/page-views/view-report.ts';

/** Route of the page-view report: by page, article and referring host. */
export const adminViewRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/views',
    { schema: { querystring: viewReportQuery, response: { 200: viewReport } } },
    async (request) => {
      // Includes the page views of the last second.
      await app.views.flush();
      return getViewReport(context, request.query.days);
    },
  );
};
