import type { FastifyRequest } from 'fastify';

const apiPath = /^\/api(\/|$)|^\/user\/logout$/;

/**
 * True if a route of the API answers the request, or if no route does and its path lies below /api.
 * The path is compared as the router decodes it.
 */
export function isApiRequest(request: FastifyRequest): boolean {
  const route = request.routeOptions.url;
  if (route !== undefined && route !== '/*') return apiPath.test(route);
  return apiPath.test(decoded(pathOf(request)));
}

/** Returns the path of the request target as it was sent, without its query. */
export function pathOf(request: FastifyRequest): string {
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
