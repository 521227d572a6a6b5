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
  pendingCountsResponse,
  viewReport,
  viewReportQuery,
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

/** The warnings above every admin page. */
export const adminWarningRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const response = { 200: adminWarningsResponse };
  app.get('/api/admin/warnings', { schema: { response } }, async () => ({
    warnings: [
      ...listWarnings(context.config),
      ...listShopWarnings(context),
      ...listContentWarnings(context),
    ],
  }));
};

/** Route of the pending counts in the admin header. */
export const adminPendingCountsRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/waiting',
    { schema: { response: { 200: pendingCountsResponse } } },
    async () => countPending(context),
  );
};

/** Route of the figures, decisions and states on the start page of the admin. */
export const adminOverviewRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/overview',
    { schema: { querystring: overviewQuery, response: { 200: overviewResponse } } },
    async (request) => {
      // Includes the page views of the last second.
      await app.views.flush();
      return getOverview(context, request.query.days);
    },
  );
};

/** Routes of the audit log, which cannot be changed. */
export const adminAuditRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
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
