import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { bearerToken, rejectInvalidToken } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a GET that changes something, as the documentation has two. */
    sameOrigin?: boolean;
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects changes requested by other sites; see the table in same-origin.test.ts. */
export const sameOriginPlugin = fastifyPlugin(
  async (app, { config }: AppContext) => {
    // A form can send plain text across sites without asking; JSON it cannot.
    app.removeContentTypeParser('text/plain');
    app.addHook('onRequest', async (request) => {
      const reads = reading.has(request.method) && !request.routeOptions.config.sameOrigin;
      if (!reads && !isSameOrigin(request, config.siteUrl)) throw new DomainError('CROSS_SITE');
    });
  },
  { name: 'same-origin' },
);

/** Role that a route requires; `public` routes know the caller, too. */
export type RequiredRole = 'public' | 'member' | 'admin';

declare module 'fastify' {
  interface FastifyContextConfig {
    requiredRole?: RequiredRole;
    /** True to require a recent sign-in, against use of an unattended device. */
    requiresRecentAuth?: boolean;
    /** Documented message for members on admin routes. */
    refusal?: string;
    /** Documented message for guests on member routes. */
    guestRefusal?: string;
  }
}

/** Routes of libraries without private data. */
const libraryRoutes = /^\/api\/docs(\/|$)/;

/** Fails the start for a route outside the three scopes, so that no route is public by mistake. */
export const authorizationPlugin = fastifyPlugin(
  async (app) => {
    const routes: { method: string; url: string; requiredRole: RequiredRole | undefined }[] = [];
    app.addHook('onRoute', (route) => {
      const entry = { method: String(route.method), url: route.url, requiredRole: undefined };
      routes.push(entry);
      Object.defineProperty(entry, 'requiredRole', {
        get: () => route.config?.requiredRole,
      });
    });
    app.addHook('onReady', async () => {
      const open = routes.filter((route) => !route.requiredRole && !libraryRoutes.test(route.url));
      if (open.length > 0) {
        const list = open.map((route) => `${route.method} ${route.url}`).join(', ');
        throw new Error(`these routes declare no role: ${list}`);
      }
    });
  },
  { name: 'authorization' },
);

/** Makes every route that `scope` registers afterwards require a role. */
export function applyAuthorization(scope: FastifyInstance, requiredRole: RequiredRole): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, requiredRole };
    if (requiredRole !== 'public')
      route.schema = { security: [{ accessToken: [] }], ...route.schema };
  });
  if (requiredRole === 'public') {
    scope.addHook('onRequest', rejectInvalidToken);
    return;
  }
  scope.addHook('onRequest', async (request) => {
    if (!request.viewer) {
      const { guestRefusal: msg } = request.routeOptions.config;
      throw new DomainError('NOT_SIGNED_IN', msg === undefined ? {} : { msg });
    }
    const { admin, lacksSecondFactor } = request.viewer;
    if (requiredRole === 'admin' && !admin) {
      if (lacksSecondFactor) throw new DomainError('SECOND_FACTOR_REQUIRED');
      const { refusal } = request.routeOptions.config;
      throw new DomainError('NOT_ADMIN', refusal === undefined ? {} : { msg: refusal });
    }
    if (request.routeOptions.config.requiresRecentAuth && !request.viewer.hasRecentAuth) {
      throw new DomainError('REAUTHENTICATION_REQUIRED');
    }
  });
}

function isSameOrigin(request: FastifyRequest, siteUrl: string): boolean {
  const { headers, method } = request;
  const withCookies = headers.cookie !== undefined;
  // An API client. A browser sends this header across sites only after asking us, and we say no.
  if (!withCookies && bearerToken(request) !== null) return true;
  // Sandboxed frames and redirects from other sites.
  if (headers.origin === 'null') return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  // Browsers send Sec-Fetch-Site only over HTTPS and on localhost. Otherwise the origin is checked,
  // or for a GET without an origin, the referrer.
  const source = headers.origin ?? (reading.has(method) ? headers.referer : undefined);
  if (source !== undefined) return isOwn(source, headers.host, siteUrl);
  return !withCookies;
}

function isOwn(source: string, host: string | undefined, siteUrl: string): boolean {
  if (!URL.canParse(source)) return false;
  const { origin, host: sourceHost, protocol } = new URL(source);
  if (origin === siteUrl) return true;
  return sourceHost === host && protocol === new URL(siteUrl).protocol;
}
