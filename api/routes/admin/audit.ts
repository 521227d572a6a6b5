import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  auditExportQuery,
  auditExportResponse,
  auditListQuery,
  auditListResponse,
} from '#contracts/audit.ts';
import type { AppContext } from '../../context.ts';
import { exportAuditLog, readAuditLog } from '../../services/audit/audit.ts';

/** Route of the audit log, which cannot be changed. */
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
