import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { DomainError } from '../errors.ts';
import { rejectInvalidToken } from './session.ts';

/** Role that a route requires; `public` routes know the caller, too. */
export type Policy = 'public' | 'member' | 'admin';

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy;
    /** True to require a recent sign-in, against use of an unattended device. */
    confirmed?: boolean;
    /** Documented message for members on admin routes. */
    refusal?: string;
    /** Documented message for guests on member routes. */
    guestRefusal?: string;
  }
}

/** Routes of libraries without private data. */
const libraryRoutes = /^\/api\/docs(\/|$)/;

/** Fails the start for a route outside the three scopes, so that no route is public by mistake. */
export const policyPlugin = fastifyPlugin(
  async (app) => {
    const routes: { method: string; url: string; policy: Policy | undefined }[] = [];
    app.addHook('onRoute', (route) => {
      const entry = { method: String(route.method), url: route.url, policy: undefined };
      routes.push(entry);
      Object.defineProperty(entry, 'policy', { get: () => route.config?.policy });
    });
    app.addHook('onReady', async () => {
      const open = routes.filter((route) => !route.policy && !libraryRoutes.test(route.url));
      if (open.length > 0) {
        const list = open.map((route) => `${route.method} ${route.url}`).join(', ');
        throw new Error(`these routes declare no policy: ${list}`);
      }
    });
  },
  { name: 'policy' },
);

/** Makes every route that `scope` registers afterwards follow one policy. */
export function applyPolicy(scope: FastifyInstance, policy: Policy): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, policy };
    if (policy !== 'public') route.schema = { security: [{ accessToken: [] }], ...route.schema };
  });
  if (policy === 'public') {
    scope.addHook('onRequest', rejectInvalidToken);
    return;
  }
  scope.addHook('onRequest', async (request) => {
    if (!request.viewer) {
      const { guestRefusal: msg } = request.routeOptions.config;
      throw new DomainError('NOT_SIGNED_IN', msg === undefined ? {} : { msg });
    }
    const { admin, lacksSecondFactor } = request.viewer;
    if (policy === 'admin' && !admin) {
      if (lacksSecondFactor) throw new DomainError('SECOND_FACTOR_REQUIRED');
      const { refusal } = request.routeOptions.config;
      throw new DomainError('NOT_ADMIN', refusal === undefined ? {} : { msg: refusal });
    }
    if (request.routeOptions.config.confirmed && !request.viewer.confirmedLately) {
      throw new DomainError('CONFIRM_NEEDED');
    }
  });
}
