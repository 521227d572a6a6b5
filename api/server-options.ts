import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type FastifyBaseLogger, type FastifyHttpOptions, LogController } from 'fastify';

import type { AppContext } from './context.ts';
import { DomainError } from './errors.ts';
import { sendError } from './plugins/errors.ts';
import { targetError } from './plugins/headers.ts';
import { httpServerFactory } from './plugins/http-server.ts';
import { readTraceContext } from './plugins/trace-context.ts';
import { rejectUnparsedRequest } from './plugins/unparsed-request.ts';
import { usualHeaders } from './publisher/site-headers.ts';

/** Maximum size of a request body in bytes; allows an article of 1 MB with JSON escapes. */
const BODY_LIMIT = 2_500_000;
/** Characters of a request id; short enough to quote, long enough to be unique. */
const REQUEST_ID_LENGTH = 13;

/** Returns the options of Fastify. */
export function serverOptions(context: AppContext, log: FastifyBaseLogger) {
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
    // While the server closes, requests over open connections are answered, with `Connection: close`.
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
