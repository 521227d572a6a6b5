import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { applyAuthorization } from '../../plugins/authorization.ts';
import {
  adminArticleCheckRoutes,
  adminArticleRoutes,
  adminCalendarRoutes,
  adminTemplateRoutes,
} from './articles.ts';
import { adminConnectionRoutes, adminCrossPostRoutes } from './cross-posts.ts';
import { adminHelperRoutes } from './helper.ts';
import { adminExportRoutes, adminImportRoutes } from './import-export.ts';
import { adminBackupRoutes, adminJobRoutes } from './jobs.ts';
import { adminMailRoutes, adminNewsletterRoutes, adminSubscriberRoutes } from './mails.ts';
import { adminMessageRoutes } from './messages.ts';
import { adminCommentRoutes, adminReviewRoutes } from './moderation.ts';
import {
  adminAuditRoutes,
  adminOverviewRoutes,
  adminPendingCountsRoutes,
  adminViewRoutes,
  adminWarningRoutes,
} from './overview.ts';
import { adminProductRoutes, adminProductUploadRoutes } from './products.ts';
import { adminDraftLinkRoutes, adminRevisionRoutes } from './revisions.ts';
import { adminDiscountRoutes, adminPaymentRoutes, adminSalesRoutes } from './sales.ts';
import { adminSettingRoutes } from './settings.ts';
import { adminUploadRoutes } from './uploads.ts';
import { adminSecondFactorRoutes, adminUserRoutes } from './users.ts';

/** Admins only: a guest gets 401, a member 403. */
export async function adminRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  applyAuthorization(app, 'admin');
  await app.register(adminArticleRoutes, context);
  await app.register(adminArticleCheckRoutes, context);
  await app.register(adminAuditRoutes, context);
  await app.register(adminBackupRoutes, context);
  await app.register(adminCalendarRoutes, context);
  await app.register(adminCommentRoutes);
  await app.register(adminConnectionRoutes);
  await app.register(adminCrossPostRoutes);
  await app.register(adminDraftLinkRoutes, context);
  await app.register(adminExportRoutes, context);
  await app.register(adminHelperRoutes, context);
  await app.register(adminImportRoutes, context);
  await app.register(adminJobRoutes, context);
  await app.register(adminMailRoutes, context);
  await app.register(adminMessageRoutes, context);
  await app.register(adminNewsletterRoutes, context);
  await app.register(adminOverviewRoutes, context);
  await app.register(adminProductRoutes, context);
  await app.register(adminProductUploadRoutes, context);
  await app.register(adminDiscountRoutes, context);
  await app.register(adminPaymentRoutes);
  await app.register(adminReviewRoutes);
  await app.register(adminRevisionRoutes, context);
  await app.register(adminSalesRoutes, context);
  await app.register(adminUserRoutes, context);
  await app.register(adminViewRoutes, context);
  await app.register(adminPendingCountsRoutes, context);
  await app.register(adminWarningRoutes, context);
  await app.register(adminSecondFactorRoutes);
  await app.register(adminSettingRoutes, context);
  await app.register(adminSubscriberRoutes, context);
  await app.register(adminTemplateRoutes, context);
  await app.register(adminUploadRoutes, context);
}
