import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
} from 'fastify';
import type { AppContext } from './context.ts';
import { DomainError } from './errors.ts';
import { createReporting, type Reporting } from './log.ts';
import { auditPlugin } from './plugins/audit.ts';
import { authorizationPlugin } from './plugins/authorization.ts';
import { backgroundTasksPlugin } from './plugins/background-tasks.ts';
import { errorsPlugin, rejectUnparsedRequest, sendError } from './plugins/errors.ts';
import { eventStreamPlugin } from './plugins/event-stream.ts';
import { headersPlugin, targetError } from './plugins/headers.ts';
import { gracefulShutdownPlugin, httpServerFactory } from './plugins/http-server.ts';
import { metricsPlugin } from './plugins/metrics.ts';
import { openapiPlugin } from './plugins/openapi.ts';
import { pageViewsPlugin } from './plugins/page-views.ts';
import { concurrencyPlugin, rateLimitPlugin } from './plugins/rate-limit.ts';
import { accessLogPlugin, readTraceContext, requestTimingPlugin } from './plugins/request-log.ts';
import { sameOriginPlugin } from './plugins/same-origin.ts';
import {
  accountsPlugin,
  commentsPlugin,
  crossPostingPlugin,
  gamesPlugin,
  paymentsPlugin,
} from './plugins/service-contexts.ts';
import { sessionPlugin } from './plugins/session.ts';
import { staticPlugin } from './plugins/static.ts';
import { telemetryPlugin } from './plugins/telemetry.ts';
import { usualHeaders } from './publisher/site-headers.ts';
import { adminRoutes, memberRoutes, publicRoutes } from './routes/index.ts';

/** Maximum size of a request body in bytes; allows an article of 1 MB with JSON escapes. */
const BODY_LIMIT = 2_500_000;

/** Characters of a request id; short enough to quote, long enough to be unique. */
const REQUEST_ID_LENGTH = 13;

/** Creates the server: registers all plugins and scopes of routes in the order of their hooks. */
export async function buildApp(
  context: AppContext,
  { log, reports }: Pick<Reporting, 'log' | 'reports'> = createReporting(context.config),
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify(serverOptions(context, log));
  await app.register(requestTimingPlugin);
  await app.register(accessLogPlugin, context);
  await app.register(metricsPlugin, context);
  await app.register(telemetryPlugin, { ...context, reports });
  await app.register(errorsPlugin, context);
  await app.register(authorizationPlugin);
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
  await app.register(backgroundTasksPlugin);
  await app.register(publicRoutes, context);
  await app.register(memberRoutes, context);
  await app.register(adminRoutes, context);
  await app.register(staticPlugin, context);
  await app.register(gracefulShutdownPlugin, { lastRequests: context.isSupervised === true });
  return app;
}

function serverOptions(context: AppContext, log: FastifyBaseLogger) {
  const { config } = context;
  return {
    bodyLimit: BODY_LIMIT,
    serverFactory: httpServerFactory(context, log),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Random, so that an id is unique in the logs of all starts.
    genReqId: () => randomUUID().slice(0, REQUEST_ID_LENGTH),
    // As long as the longest URL that Node accepts, because the error of the router has another format.
    // The contracts limit each parameter.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    // While the server closes, requests over open connections get a response, with `Connection: close`.
    return503OnClosing: false,
    // Requests are logged by accessLogPlugin, and errors by errorsPlugin.
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: log,
    childLoggerFactory: (parent, bindings, options, request) =>
      parent.child({ ...bindings, ...readTraceContext(request.headers.traceparent) }, options),
    // The router rejects malformed escapes before any hook runs.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(usualHeaders(config));
      sendError(reply, targetError(request) ?? new DomainError('MALFORMED_REQUEST'));
    },
    clientErrorHandler: (error, socket) => rejectUnparsedRequest(error, socket, config),
  } satisfies FastifyHttpOptions<Server>;
}
