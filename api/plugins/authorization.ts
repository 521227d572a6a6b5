import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { DomainError } from '../errors.ts';
import { rejectInvalidToken } from './session.ts';

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
