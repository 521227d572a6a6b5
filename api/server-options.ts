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

/** Bytes of a JSON body; an article of 1 MB with its escapes fits. */
const BODY_LIMIT = 2_500_000;
/** Characters of a request's number: short enough to be read out, long enough to be one of its kind. */
const REQUEST_ID_LENGTH = 13;

/** How Fastify listens, what it trusts and what it writes to the log. */
export function serverOptions(context: AppContext, log: FastifyBaseLogger) {
  const { config } = context;
  return {
    bodyLimit: BODY_LIMIT,
    serverFactory: httpServerFactory(context, log),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Random, so that a number somebody quotes is found in logs of any start.
    genReqId: () => randomUUID().slice(0, REQUEST_ID_LENGTH),
    // No part of an address is too long for the router, whose own refusal is no answer of ours; the
    // contracts say how long each may be, and Node how long the whole.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    // A line is written on errors alone; a reader's page costs none.
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: log,
    childLoggerFactory: (parent, bindings, options, request) =>
      parent.child({ ...bindings, ...readTraceContext(request.headers.traceparent) }, options),
    // The router refuses malformed escapes before any hook runs.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(usualHeaders(config));
      sendError(reply, targetError(request) ?? new DomainError('MALFORMED_REQUEST'));
    },
    clientErrorHandler: (error, socket) => rejectUnparsedRequest(error, socket, config),
  } satisfies FastifyHttpOptions<Server>;
}
