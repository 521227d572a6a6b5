import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  auditExportQuery,
  auditExportResponse,
  auditListQuery,
  auditListResponse,
} from '#contracts/audit.ts';
import {
  adminWarningsResponse,
  overviewQuery,
  overviewResponse,
  pageViewReport,
  pageViewReportQuery,
  pendingCountsResponse,
} from '#contracts/overview.ts';
import type { AppContext } from '../../context.ts';
import { exportAuditLog, readAuditLog } from '../../services/audit/audit.ts';
import {
  countPending,
  getOverview,
  listContentWarnings,
  listShopWarnings,
  listWarnings,
} from '../../services/overview/overview.ts';
import { getPageViewReport } from '../../services/page-views/view-report.ts';

/** Routes of the start page of the admin, page views, warnings and the audit log. */
export const adminOverviewRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/views',
    { schema: { querystring: pageViewReportQuery, response: { 200: pageViewReport } } },
    async (request) => {
      // Includes the page views of the last second.
      await app.views.flush();
      return getPageViewReport(context, request.query.days);
    },
  );

  /** The warnings above every admin page. */
  app.get(
    '/api/admin/warnings',
    { schema: { response: { 200: adminWarningsResponse } } },
    async () => ({
      warnings: [
        ...listWarnings(context.config),
        ...listShopWarnings(context),
        ...listContentWarnings(context),
      ],
    }),
  );

  /** The pending counts in the admin header. */
  app.get(
    '/api/admin/waiting',
    { schema: { response: { 200: pendingCountsResponse } } },
    async () => countPending(context),
  );

  app.get(
    '/api/admin/overview',
    { schema: { querystring: overviewQuery, response: { 200: overviewResponse } } },
    async (request) => {
      // Includes the page views of the last second.
      await app.views.flush();
      return getOverview(context, request.query.days);
    },
  );

  app.get(
    '/api/admin/audit',
    { schema: { querystring: auditListQuery, response: { 200: auditListResponse } } },
    async (request) => readAuditLog(context, request.query),
  );

  app.get(
    '/api/admin/audit/export',
    { schema: { querystring: auditExportQuery, response: { 200: auditExportResponse } } },
    async (request) => exportAuditLog(context, request.query),
  );
};
