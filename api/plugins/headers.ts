import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { usualHeaders } from '../publisher/site-headers.ts';

const apiPath = /^\/api(\/|$)|^\/user\/logout$/;

/** CSP of API responses, which run nothing if they are opened as a page. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The one style element that Swagger UI makes while it starts, by its hash. */
const docsInlineStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** Swagger UI loads its own files and draws data: images; no inline code. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${docsInlineStyle}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Bytes of a path; the longest of a page or of the API has a few hundred. */
const PATH_MAX_BYTES = 2048;

const docsRoute = /^\/api\/docs(\/|$)/;

/**
 * Sets the headers of every response before the route, so that routes and static files can override
 * them. Rejects requests that a proxy might parse differently.
 */
export const headersPlugin = fastifyPlugin(
  async (app, { config }: AppContext) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers(usualHeaders(config));
      if (isApiRequest(request)) {
        reply.header('content-security-policy', apiPolicy);
        reply.header('cache-control', 'no-store');
      }
      const refusal = targetError(request);
      if (refusal) throw refusal;
      if (request.method === 'TRACE' || !hasOneHost(request)) {
        throw new DomainError('MALFORMED_REQUEST');
      }
    });
    // A hook of the route runs after those of the library's own scope, which set a looser policy.
    app.addHook('onRoute', (route) => {
      if (docsRoute.test(route.url)) route.onSend = [...existingHooks(route), setDocsPolicy];
    });
  },
  { name: 'headers' },
);

/**
 * Returns the error for an invalid request target, or null. Only the origin form is accepted: an
 * absolute target contains a host chosen by the caller.
 */
export function targetError(request: FastifyRequest): DomainError | null {
  if (!request.url.startsWith('/')) return new DomainError('MALFORMED_REQUEST');
  const tooLong = Buffer.byteLength(requestPathOf(request)) > PATH_MAX_BYTES;
  return tooLong ? new DomainError('URI_TOO_LONG') : null;
}

async function setDocsPolicy(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('content-security-policy', docsPolicy);
}

function existingHooks({ onSend }: RouteOptions) {
  if (!onSend) return [];
  return Array.isArray(onSend) ? onSend : [onSend];
}

/** True if there is one Host header: Node uses the first of several, a proxy may use the last. */
function hasOneHost({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.toLowerCase() === 'host',
  ).length;
  return hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
}

/**
 * True if a route of the API handles the request, or if no route does and its path lies below /api.
 * The path is compared as the router decodes it.
 */
export function isApiRequest(request: FastifyRequest): boolean {
  const route = request.routeOptions.url;
  if (route !== undefined && route !== '/*') return apiPath.test(route);
  return apiPath.test(decoded(requestPathOf(request)));
}

/** Returns the path of the request target as it was sent, without its query. */
export function requestPathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The router refuses a malformed escape itself.
    return path;
  }
}
