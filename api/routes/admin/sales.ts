import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import { salesExportResponse, salesQuery, salesResponse } from '#contracts/sales.ts';
import type { AppContext } from '../../context.ts';
import { exportSales, getSalesReport } from '../../services/sales/sales-report.ts';

/** Routes of the sales reports. */
export const adminSalesRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/sales',
    { schema: { querystring: salesQuery, response: { 200: salesResponse, '4xx': errorResponse } } },
    async (request) => getSalesReport(context, request.query),
  );

  app.get(
    '/api/admin/sales/export',
    {
      schema: {
        querystring: salesQuery,
        response: { 200: salesExportResponse, '4xx': errorResponse },
      },
      config: { audited: true },
    },
    async (request) => exportSales(context, request.query),
  );
};
