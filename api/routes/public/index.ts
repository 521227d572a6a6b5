import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { applyAuthorization } from '../../plugins/authorization.ts';
import { accountLinkRoutes } from './account-links.ts';
import { publicArticleRoutes } from './articles.ts';
import { commentRoutes } from './comments.ts';
import { contactRoutes } from './contact.ts';
import { eventRoutes } from './events.ts';
import { panelRoutes, publicGameRoutes } from './games.ts';
import { healthRoutes } from './health.ts';
import { paymentEventRoutes } from './payment-events.ts';
import { downloadRoutes, publicProductRoutes } from './products.ts';
import { searchRoutes } from './search.ts';
import { oauthRoutes, sessionRoutes } from './sessions.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { publicUserRoutes } from './users.ts';
import { viewRoutes } from './views.ts';

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
  await app.register(viewRoutes);
  await app.register(subscriptionRoutes, context);
  await app.register(paymentEventRoutes);
}
