import type { FastifyServerOptions } from 'fastify';
import type { Config } from './config.ts';

/** Bytes of a JSON body; an article of 1 MB with its escapes fits. */
const BODY_LIMIT = 2_500_000;
/** Milliseconds a client may take to send its whole request. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Milliseconds an idle kept-alive connection stays. Longer than a proxy's default of 60 s. */
const KEEP_ALIVE_MS = 72_000;

/** How Fastify listens, what it trusts and what it writes to the log. */
export function serverOptions(config: Config): FastifyServerOptions {
  return {
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // One line per request is written on errors alone; a reader's page costs no log line.
    disableRequestLogging: true,
    logger:
      config.logLevel === 'silent'
        ? false
        : {
            level: config.logLevel,
            redact: {
              paths: [
                'req.headers.cookie',
                'req.headers.authorization',
                'password',
                'secret',
                '*.password',
                '*.accesstoken',
              ],
              censor: '[redacted]',
            },
            serializers: {
              // The query may carry a code or an address; the path is enough to act on.
              req: (request) => ({
                id: request.id,
                method: request.method,
                path: request.url.split('?')[0],
              }),
            },
          },
  };
}
