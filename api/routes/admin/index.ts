import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { applyAuthorization } from '../../plugins/authorization.ts';
import { adminAiHelperRoutes } from './ai-helper.ts';
import { adminArticleRoutes } from './articles.ts';
import { adminCrossPostRoutes } from './cross-posts.ts';
import { adminMailRoutes } from './emails.ts';
import { adminExportRoutes, adminImportRoutes } from './import-export.ts';
import { adminJobRoutes } from './jobs.ts';
import { adminMessageRoutes } from './messages.ts';
import { adminModerationRoutes } from './moderation.ts';
import { adminOverviewRoutes } from './overview.ts';
import { adminProductRoutes, adminProductUploadRoutes } from './products.ts';
import { adminRevisionRoutes } from './revisions.ts';
import { adminSalesRoutes } from './sales.ts';
import { adminSettingRoutes } from './settings.ts';
import { adminUploadRoutes } from './uploads.ts';
import { adminUserRoutes } from './users.ts';

/** Admins only: a guest gets 401, a member 403. */
export async function adminRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  applyAuthorization(app, 'admin');
  await app.register(adminAiHelperRoutes, context);
  await app.register(adminArticleRoutes, context);
  await app.register(adminCrossPostRoutes);
  await app.register(adminExportRoutes, context);
  await app.register(adminImportRoutes, context);
  await app.register(adminJobRoutes, context);
  await app.register(adminMailRoutes, context);
  await app.register(adminMessageRoutes, context);
  await app.register(adminModerationRoutes);
  await app.register(adminOverviewRoutes, context);
  await app.register(adminProductRoutes, context);
  await app.register(adminProductUploadRoutes, context);
  await app.register(adminRevisionRoutes, context);
  await app.register(adminSalesRoutes, context);
  await app.register(adminSettingRoutes, context);
  await app.register(adminUploadRoutes, context);
  await app.register(adminUserRoutes, context);
}
