import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { applyAuthorization } from '../plugins/authorization.ts';
import { adminAiHelperRoutes } from './admin/ai-helper.ts';
import { adminArticleRoutes } from './admin/articles.ts';
import { adminCrossPostRoutes } from './admin/cross-posts.ts';
import { adminMailRoutes } from './admin/emails.ts';
import { adminExportRoutes, adminImportRoutes } from './admin/import-export.ts';
import { adminJobRoutes } from './admin/jobs.ts';
import { adminMessageRoutes } from './admin/messages.ts';
import { adminModerationRoutes } from './admin/moderation.ts';
import { adminOverviewRoutes } from './admin/overview.ts';
import { adminProductRoutes, adminProductUploadRoutes } from './admin/products.ts';
import { adminRevisionRoutes } from './admin/revisions.ts';
import { adminSalesRoutes } from './admin/sales.ts';
import { adminSettingRoutes } from './admin/settings.ts';
import { adminUploadRoutes } from './admin/uploads.ts';
import { adminUserRoutes } from './admin/users.ts';
import { accountRoutes } from './member/account.ts';
import { memberGameRoutes } from './member/games.ts';
import { notificationRoutes } from './member/notifications.ts';
import { reactionRoutes } from './member/reactions.ts';
import { secondFactorRoutes } from './member/second-factors.ts';
import { shopRoutes } from './member/shop.ts';
import { uploadRoutes } from './member/uploads.ts';
import { accountLinkRoutes } from './public/account-links.ts';
import { publicArticleRoutes } from './public/articles.ts';
import { commentRoutes } from './public/comments.ts';
import { contactRoutes } from './public/contact.ts';
import { eventRoutes } from './public/events.ts';
import { panelRoutes, publicGameRoutes } from './public/games.ts';
import { healthRoutes } from './public/health.ts';
import { pageViewRoutes } from './public/page-views.ts';
import { paymentEventRoutes } from './public/payment-events.ts';
import { downloadRoutes, publicProductRoutes } from './public/products.ts';
import { searchRoutes } from './public/search.ts';
import { oauthRoutes, sessionRoutes } from './public/sessions.ts';
import { subscriptionRoutes } from './public/subscriptions.ts';
import { publicUserRoutes } from './public/users.ts';

/** Routes without a guard; responses can still depend on the session. */
export async function publicRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  applyAuthorization(app, 'public');
  await app.register(healthRoutes, context);
  await app.register(sessionRoutes, context);
  await app.register(oauthRoutes, context);
  await app.register(accountLinkRoutes);
  await app.register(publicUserRoutes, context);
  await app.register(publicArticleRoutes, context);
  await app.register(publicProductRoutes, context);
  await app.register(downloadRoutes, context);
  await app.register(eventRoutes, context);
  await app.register(commentRoutes);
  await app.register(searchRoutes, context);
  await app.register(contactRoutes, context);
  await app.register(panelRoutes, context);
  await app.register(publicGameRoutes);
  await app.register(pageViewRoutes);
  await app.register(subscriptionRoutes, context);
  await app.register(paymentEventRoutes);
}

export async function memberRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  applyAuthorization(app, 'member');
  await app.register(accountRoutes, context);
  await app.register(memberGameRoutes);
  await app.register(notificationRoutes, context);
  await app.register(reactionRoutes, context);
  await app.register(secondFactorRoutes);
  await app.register(shopRoutes, context);
  await app.register(uploadRoutes, context);
}

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
