import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';

import type { AppContext } from './context.ts';
import { createReporting, type Reporting } from './log.ts';
import { accessLogPlugin } from './plugins/access-log.ts';
import { accountsPlugin } from './plugins/accounts.ts';
import { auditPlugin } from './plugins/audit.ts';
import { commentsPlugin } from './plugins/comments.ts';
import { concurrencyPlugin } from './plugins/concurrency.ts';
import { crossPostingPlugin } from './plugins/cross-posting.ts';
import { errorsPlugin } from './plugins/errors.ts';
import { eventStreamPlugin } from './plugins/event-stream.ts';
import { gamesPlugin } from './plugins/games.ts';
import { gracefulShutdownPlugin } from './plugins/graceful-shutdown.ts';
import { headersPlugin } from './plugins/headers.ts';
import { metricsPlugin } from './plugins/metrics.ts';
import { openapiPlugin } from './plugins/openapi.ts';
import { outsidePlugin } from './plugins/outside.ts';
import { pageViewsPlugin } from './plugins/page-views.ts';
import { paymentsPlugin } from './plugins/payments.ts';
import { policyPlugin } from './plugins/policy.ts';
import { rateLimitPlugin } from './plugins/rate-limit.ts';
import { requestTimingPlugin } from './plugins/request-timing.ts';
import { sameOriginPlugin } from './plugins/same-origin.ts';
import { sessionPlugin } from './plugins/session.ts';
import { staticPlugin } from './plugins/static.ts';
import { adminRoutes } from './routes/admin/index.ts';
import { memberRoutes } from './routes/member/index.ts';
import { publicRoutes } from './routes/public/index.ts';
import { serverOptions } from './server-options.ts';

/** Creates the server: registers all plugins and scopes of routes in the order of their hooks. */
export async function buildApp(
  context: AppContext,
  { log, reports }: Pick<Reporting, 'log' | 'reports'> = createReporting(context.config),
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify(serverOptions(context, log));
  await app.register(requestTimingPlugin);
  await app.register(accessLogPlugin, context);
  await app.register(metricsPlugin, context);
  await app.register(outsidePlugin, { ...context, reports });
  await app.register(errorsPlugin, context);
  await app.register(policyPlugin);
  await app.register(headersPlugin, context);
  await app.register(openapiPlugin);
  await app.register(cookie);
  await app.register(rateLimitPlugin, context);
  await app.register(concurrencyPlugin, context);
  await app.register(sameOriginPlugin, context);
  await app.register(sessionPlugin, context);
  await app.register(auditPlugin, context);
  await app.register(pageViewsPlugin, context);
  await app.register(accountsPlugin, context);
  await app.register(eventStreamPlugin, context);
  await app.register(commentsPlugin, context);
  await app.register(crossPostingPlugin, context);
  await app.register(paymentsPlugin, context);
  await app.register(gamesPlugin, context);
  await app.register(publicRoutes, context);
  await app.register(memberRoutes, context);
  await app.register(adminRoutes, context);
  await app.register(staticPlugin, context);
  await app.register(gracefulShutdownPlugin, { lastRequests: context.isSupervised === true });
  return app;
}
